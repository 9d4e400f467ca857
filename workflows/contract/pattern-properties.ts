// The Unicode properties that a pattern may name, and what RE2's tables call them. Any other is left to the server.

const categories = [
  ['C', 'Other'],
  ['Cc', 'Control'],
  ['Cf', 'Format'],
  ['Cn', 'Unassigned'],
  ['Co', 'Private_Use'],
  ['Cs', 'Surrogate'],
  ['L', 'Letter'],
  ['LC', 'Cased_Letter'],
  ['Ll', 'Lowercase_Letter'],
  ['Lm', 'Modifier_Letter'],
  ['Lo', 'Other_Letter'],
  ['Lt', 'Titlecase_Letter'],
  ['Lu', 'Uppercase_Letter'],
  ['M', 'Mark'],
  ['Mc', 'Spacing_Mark'],
  ['Me', 'Enclosing_Mark'],
  ['Mn', 'Nonspacing_Mark'],
  ['N', 'Number'],
  ['Nd', 'Decimal_Number'],
  ['Nl', 'Letter_Number'],
  ['No', 'Other_Number'],
  ['P', 'Punctuation'],
  ['Pc', 'Connector_Punctuation'],
  ['Pd', 'Dash_Punctuation'],
  ['Pe', 'Close_Punctuation'],
  ['Pf', 'Final_Punctuation'],
  ['Pi', 'Initial_Punctuation'],
  ['Po', 'Other_Punctuation'],
  ['Ps', 'Open_Punctuation'],
  ['S', 'Symbol'],
  ['Sc', 'Currency_Symbol'],
  ['Sk', 'Modifier_Symbol'],
  ['Sm', 'Math_Symbol'],
  ['So', 'Other_Symbol'],
  ['Z', 'Separator'],
  ['Zl', 'Line_Separator'],
  ['Zp', 'Paragraph_Separator'],
  ['Zs', 'Space_Separator'],
] as const;

const binary: Record<string, string> = {
  Any: 'Any',
  ASCII: 'Ascii',
  Alphabetic: 'Alphabetic',
  Alpha: 'Alphabetic',
  Emoji: 'Emoji',
  Lowercase: 'Lowercase',
  Lower: 'Lowercase',
  Uppercase: 'Uppercase',
  Upper: 'Uppercase',
  White_Space: 'White_Space',
  space: 'White_Space',
};

const scripts =
  'Arabic Armenian Bengali Bopomofo Common Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Inherited Kannada Katakana Khmer Lao Latin Malayalam Mongolian Myanmar Sinhala Tamil Telugu Thaana Thai Tibetan'.split(
    ' ',
  );

/** `expression` is what stands between the braces of ECMAScript's `\p{...}`; null: not one of these. */
export function re2Property(expression: string): string | null {
  const [key = '', value, ...more] = expression.split('=');
  if (more.length > 0) return null;
  if (value === undefined) {
    return Object.hasOwn(binary, key) ? (binary[key] ?? null) : categoryOf(key);
  }
  if (key === 'General_Category' || key === 'gc') return categoryOf(value);
  return (key === 'Script' || key === 'sc') && scripts.includes(value) ? value : null;
}

function categoryOf(name: string): string | null {
  return categories.find(([short, long]) => name === short || name === long)?.[0] ?? null;
}
