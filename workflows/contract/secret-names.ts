// Which fields ask for what nobody should type into a form: it would be kept in a job's history. By name, title and
// description, in the languages that people are asked in. Secrets are what lets somebody act as you, take your money,
// or is the state's number of you; an IBAN, an account or a passport number is none here: they stand on papers one hands out.
import type { Field } from './form.ts';

/** Never anything else, so that also a description which holds one counts, and a word that it is only a part of. */
const certain = {
  english:
    'password, pass word, passwd, passphrase, pass phrase, passcode, pass code, api key, private key, secret key, access key, signing key, encryption key, client secret, webhook secret, access token, auth token, bearer token, refresh token, session token, security code, verification code, one time code, one time pin, recovery code, backup code, 2fa code, mfa code, two factor code, seed phrase, recovery phrase, card number, social security number, national insurance number, social insurance number, aadhaar number',
  korean:
    '비밀번호, 패스워드, 비밀문구, 인증번호, 인증코드, 보안코드, 보안카드, 핀번호, 주민등록번호, 주민번호, 외국인등록번호, 카드번호, api키, 비밀키, 개인키, 접근토큰, 액세스토큰',
  japanese:
    'パスワード, パスフレーズ, パスコード, 暗証番号, 認証コード, 認証番号, 確認コード, 検証コード, セキュリティコード, 秘密鍵, シークレットキー, アクセスキー, apiキー, アクセストークン, カード番号, マイナンバー, 個人番号',
  chineseSimplified:
    '密码, 口令, 验证码, 校验码, 动态码, 安全码, 私钥, 密钥, 访问令牌, 助记词, 银行卡号, 信用卡号, 身份证号',
  chineseTraditional:
    '密碼, 通行碼, 驗證碼, 安全碼, 私鑰, 密鑰, 金鑰, 存取權杖, 助記詞, 信用卡號, 身分證字號, 身分證號, 身份證號',
  german:
    'passwort, kennwort, geheimzahl, zugangsdaten, anmeldedaten, api schlüssel, privater schlüssel, privaten schlüssel, geheimer schlüssel, zugriffsschlüssel, zugriffstoken, sicherheitscode, bestätigungscode, einmalcode, kartenprüfnummer, kartennummer, sozialversicherungsnummer',
  french:
    'mot de passe, mots de passe, phrase secrète, phrase de passe, code secret, code confidentiel, code de vérification, code de sécurité, code d accès, clé api, clé d api, clé privée, clé secrète, clé d accès, jeton d accès, identifiants de connexion, numéro de carte, numéro de la carte, cryptogramme visuel, numéro de sécurité sociale',
  spanish:
    'contraseña, frase secreta, clave de acceso, clave api, clave de api, clave privada, clave secreta, código secreto, código de verificación, código de seguridad, token de acceso, credenciales, número de tarjeta, número de la tarjeta, número de seguridad social, número de la seguridad social',
  portuguese:
    'palavra passe, frase secreta, chave de api, chave api, chave privada, chave secreta, chave de acesso, código de verificação, código de segurança, token de acesso, credenciais, número do cartão, número de cartão',
  italian:
    'parola d ordine, frase segreta, chiave api, chiave privata, chiave segreta, chiave di accesso, codice segreto, codice di verifica, codice di sicurezza, token di accesso, credenziali, numero di carta, numero della carta, numero carta',
  russian:
    'парол, кодовое слово, секретный ключ, закрытый ключ, приватный ключ, api ключ, ключ api, ключ доступа, токен доступа, код подтверждения, проверочный код, код безопасности, пин код, номер карты, учётные данные, снилс',
  arabic:
    'كلمة المرور, كلمة مرور, كلمة السر, عبارة المرور, الرقم السري, رمز التحقق, رمز الأمان, رمز الوصول, رمز سري, مفتاح api, المفتاح الخاص, مفتاح خاص, المفتاح السري, بيانات الاعتماد, رقم البطاقة, رقم بطاقة الائتمان',
  hindi:
    'पासवर्ड, कूटशब्द, पासफ़्रेज़, ओटीपी, सत्यापन कोड, सुरक्षा कोड, निजी कुंजी, गुप्त कुंजी, एपीआई कुंजी, कार्ड नंबर, कार्ड संख्या, आधार संख्या, आधार नंबर',
};

/** Words with other uses too: they count as whole words of a name or a title. */
const likely = {
  english: 'pin, otp, totp, cvv, cvv2, cvc, cvc2, ssn, pwd, secret, token, credential, passkey, jwt, aadhaar',
  korean: '암호, 토큰, 시크릿',
  japanese: 'トークン, シークレット',
  chinese: '令牌, 權杖',
  german: 'geheimnis, pin nummer',
  french: 'mdp, jeton, cryptogramme',
  portuguese: 'senha, senhas',
  russian: 'пин, токен, секрет',
  hindi: 'पिन, टोकन',
};

/** Short for a password at the end of a field's own name only: a title says "Boarding pass". */
const shortNames = ['pass', 'pw'];

/** Taken out first: these hold a word of above and are none. */
const harmless = [
  /\b(?:max|min|maximum|minimum|total|input|output|prompt|completion|cached|num|number of|per|budget of) (?:new )?tokens?\b/g,
  /\btokens? (?:counts?|limits?|budgets?|used|usage|per|left|price|cost|symbol|type|size|window)\b/g,
  /\b(?:password|passwort|secret|token|pin) (?:policy|length|strength|manager|rotation|expiry|name|color|colour)\b/g,
  /\bsecret santa\b|\b(?:boarding|bus|ski|season|day|guest) pass\b/g,
  /토큰 ?(?:수|개수|한도|사용량)|암호 ?화|トークン(?:数|上限)|令牌(?:数量|數量|数|數)/g,
];

const cjk = /[\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}\p{scx=Hani}]/u;

/** For values that a person types: what a list offers is in the schema already. */
export function asksForSecret(field: Pick<Field, 'type' | 'name' | 'title' | 'description'>): boolean {
  return (
    field.type !== 'boolean' && field.type !== 'choice' && field.type !== 'choices' && looksSecret(field)
  );
}

export function looksSecret({
  name,
  title = '',
  description = '',
}: {
  name: string;
  title?: string | null;
  description?: string | null;
}): boolean {
  const names = [plain(name), plain(title ?? '')];
  return (
    [...names, plain(description ?? '')].some((text) => certainTerms.some((term) => holds(text, term))) ||
    names.some((text) => likelyTerms.some((term) => hasWord(text, term))) ||
    shortNames.some((term) => ` ${names[0]}`.endsWith(` ${term}`))
  );
}

function holds(text: string, term: string): boolean {
  if (cjk.test(term)) return text.replaceAll(' ', '').includes(term);
  if (!term.includes(' ')) return text.includes(term);
  return hasWord(text, term) || text.includes(term.replaceAll(' ', ''));
}

function hasWord(text: string, term: string): boolean {
  if (cjk.test(term)) return text.includes(term);
  return ` ${text} `.includes(` ${term} `) || ` ${text} `.includes(` ${term}s `);
}

function plain(text: string): string {
  return harmless.reduce((left, phrase) => left.replace(phrase, ' '), spelled(text)).trim();
}

/** Words with one space between: camelCase, snake_case and kebab-case alike, without accents, wide letters as plain ones. */
function spelled(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
    .replace(/([a-z0-9])(?=[\p{scx=Hang}\p{scx=Kana}\p{scx=Hani}])/giu, '$1 ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u0640\u064B-\u065F]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
}

function listed(languages: Record<string, string>): string[] {
  return Object.values(languages).flatMap((terms) =>
    terms.split(',').map((term) => {
      const words = spelled(term).trim();
      return cjk.test(words) ? words.replaceAll(' ', '') : words;
    }),
  );
}

const certainTerms = listed(certain);
const likelyTerms = listed(likely);
