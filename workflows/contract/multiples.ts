// Whether a multiple of a step lies between two bounds, counted exactly: 0.3 is a multiple of 0.1, as it is written.

export type Limit = { value: number; open: boolean };

/** `whole`: it must be a whole number too, and one that can be sent exactly. */
export function hasMultiple(step: number, low: Limit, high: Limit, whole: boolean): boolean {
  const most = whole ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  const [from, to] = [within(low, most), within(high, most)];
  const digits = Math.max(...[step, from.value, to.value, 1].map((number) => partsOf(number).digits));
  const one = scaled(1, digits);
  const unit = scaled(step, digits);
  const every = whole ? (unit / divisor(unit, one)) * one : unit;
  const first = ceiling(scaled(from.value, digits), every, from.open);
  const last = -ceiling(-scaled(to.value, digits), every, to.open);
  return first <= last;
}

function within({ value, open }: Limit, most: number): Limit {
  return Math.abs(value) <= most ? { value, open } : { value: Math.sign(value) * most, open: false };
}

/** The least count of `every` that is at least, or when open over, `value`. */
function ceiling(value: bigint, every: bigint, open: boolean): bigint {
  const down = value / every - (value % every < 0n ? 1n : 0n);
  const isThere = down * every === value;
  return isThere && !open ? down : down + 1n;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

/** `digits`: how many stand behind the point. */
function partsOf(number: number): { mantissa: bigint; digits: number } {
  const [text = '0', exponent = '0'] = String(number).split('e');
  const [front = '0', back = ''] = text.split('.');
  const digits = back.length - Number(exponent);
  const mantissa = BigInt(front + back);
  return digits < 0 ? { mantissa: mantissa * 10n ** BigInt(-digits), digits: 0 } : { mantissa, digits };
}

function scaled(number: number, digits: number): bigint {
  const parts = partsOf(number);
  return parts.mantissa * 10n ** BigInt(digits - parts.digits);
}
