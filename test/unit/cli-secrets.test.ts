// C34: fields that ask for a secret are found by name, title and description, in the languages people are asked in.
import { describe, expect, test } from '@jest/globals';
import { changeItem, questionItem, statusItem } from '../../client/cli/json.ts';
import { checkAnswer } from '../../workflows/contract/answer-check.ts';
import type { Field } from '../../workflows/contract/form.ts';
import { asksForSecret, looksSecret } from '../../workflows/contract/secret-names.ts';
import { sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

const lines = (text: string) => text.trim().split(/\s*\n\s*|, /);

const secrets = lines(`
  password, userPassword, dbpassword, DB_PASSWORD, pass-word, smtp_pass, passphrase, pass_phrase, passcode
  api_key, apiKey, API-Key, APIKEY, OPENAI_API_KEY, private_key, secretKey, client_secret, secret, secrets
  accessToken, token, refresh_token, tokens, credentials, pin, PIN, otp, totp, verification_code, 2faCode
  creditCardNumber, card_number, cvv, cvc, ssn, social_security_number, ｐａｓｓｗｏｒｄ, pass\u200bword
  비밀번호, 새 비밀번호, 패스워드, 암호, 인증번호, 인증 코드, OTP번호, 주민등록번호, 카드번호, API키, 토큰
  パスワード, 暗証番号, 認証コード, クレジットカード番号, マイナンバー, 秘密鍵, トークン
  密码, 登录密码, 验证码, 私钥, 银行卡号, 身份证号码, 令牌, 密碼, 驗證碼, 私鑰, 信用卡號, 身分證字號
  Passwort, Benutzerpasswort, Kennwort, Geheimzahl, Kartenprüfnummer, privater Schlüssel, Sozialversicherungsnummer
  mot_de_passe, motDePasse, Code de vérification, code d'accès, cléAPI, Numéro de carte, mdp
  contraseña, CONTRASEÑA, contrasena, código de verificación, número de tarjeta, clave privada
  senha, código de segurança, chave_de_api, número do cartão, palavra-passe
  codice di verifica, chiave privata, numero della carta, credenziali
  пароль, Введите пароль, код подтверждения, номер карты, ПИН-код, токен
  كلمة المرور, كَلِمَة المُرور, رمز التحقق, رقم البطاقة, الرقم السري
  पासवर्ड, ओटीपी, सत्यापन कोड, कार्ड नंबर, आधार संख्या, पिन
`);

const falseFriends = lines(`
  quantity, passenger, passage, passed, passport_number, Passau, compass, bypass, trespass, boardingPass
  pinned, spinning, pineapple, opinion, shipping, keyboard, keyword, key, public_key, primary_key, monkey
  author, authority, access, accessible, secretary, secretariat, card, business_card, discard_number, code
  tokenize, tokenize count, tokenCount, max_tokens, token_limit, password_policy, secret santa
  postal_code, country_code, error_code, promo_code, iban, account_number, username, email
  번호, 전화번호, 암호화, 암호화 여부, 토큰 수, 認証, 確認, 暗号化, トークン数, 验证, 令牌数量, 验证方式
  parola chiave, clave de producto, desenha, resenha, ключевое слово, тариф, Kode, कोड, كلمة
`);

describe('C34: a field looks like one for a secret', () => {
  test.each(secrets)('%s does', (name) => {
    expect(looksSecret({ name })).toBe(true);
    expect(looksSecret({ name: 'value', title: name })).toBe(!name.endsWith('_pass'));
  });

  test.each(falseFriends)('%s does not', (name) => {
    expect(looksSecret({ name, title: name, description: name })).toBe(false);
  });

  test('by a description only where the word can mean nothing else', () => {
    expect(looksSecret({ name: 'x', description: 'The password of the account' })).toBe(true);
    expect(looksSecret({ name: 'x', description: '관리자 비밀번호를 입력하세요' })).toBe(true);
    expect(looksSecret({ name: 'x', description: 'A pin on the map, a token of thanks' })).toBe(false);
  });

  test('only where a person types: what a list offers is no secret', () => {
    const field = { name: 'password', title: 'password', description: null };
    const asks = (type: Field['type']) => asksForSecret({ ...field, type });
    expect((['text', 'number', 'integer'] as const).map(asks)).toEqual([true, true, true]);
    expect((['boolean', 'choice', 'choices'] as const).map(asks)).toEqual([false, false, false]);
  });
});

describe('what was typed into a field for a secret', () => {
  const text = { type: 'string', minLength: 12 };
  const schema = {
    type: 'object',
    properties: {
      password: text,
      x: { ...text, title: 'Your PIN' },
      y: { ...text, description: 'The password of the account' },
      pin: { type: 'integer', maximum: 9 },
      note: text,
    },
  };

  test('is not in the reason of a refusal', () => {
    const content = {
      password: 'hunter2-a',
      x: 'hunter2-b',
      y: { z: 'hunter2-c' },
      pin: 4711,
      note: 'short',
    };
    const answer = { question: 'q1.1.1-00000000', action: 'accept' as const, content };
    const check = checkAnswer({ kind: 'form', digest: 'd', schema }, answer);
    expect(check).toMatchObject({
      ok: false,
      fields: {
        password: 'password must have at least 12 characters',
        x: 'x must have at least 12 characters',
        y: 'y must be of type string',
        pin: 'pin must be at most 9',
        note: 'note must have at least 12 characters, got "short"',
      },
    });
    expect(JSON.stringify(check)).not.toMatch(/hunter2|4711/);
  });

  test('is not in what --json prints: of a question, of a job, of a change', () => {
    const content = { password: 'hunter2-hunter2', x: 'hunter2-hunter3', pin: 4711, note: 'not a secret' };
    const decision = {
      action: 'accept' as const,
      content,
      contentDigest: 'd',
      arguments: null,
      comment: null,
      by: 'kim',
      via: 'cli',
      at: '2026-11-30T11:00:00Z',
      answer: null,
    };
    const question = sampleQuestion({ kind: 'form', state: 'accepted', schema, decision });
    const early = [
      { question: 'q2.1.1-00000000', action: 'accept' as const, content: { password: 'hunter2' } },
    ];
    const status = sampleStatus({ questions: [question], early });
    const hidden = {
      password: '•••• (15 characters)',
      x: '•••• (15 characters)',
      pin: '•••• (4 characters)',
      note: 'not a secret',
    };
    expect(questionItem('job', question).decision).toEqual({ ...decision, content: hidden });
    expect(statusItem(status).questions[0]?.decision?.content).toEqual(hidden);
    expect(statusItem(status).early[0]?.content).toEqual({ password: '•••• (7 characters)' });
    const end = changeItem(status, { what: 'end' }, decision.at);
    expect(JSON.stringify(end)).not.toMatch(/hunter2|4711/);
    // The question itself is as it was: another answer is compared with it.
    expect(question.decision?.content).toEqual(content);
  });
});
