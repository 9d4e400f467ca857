// Edit and approve: what a person changes is checked like the model's own arguments, recorded, and told to the model.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  questionDigest,
  type JsonObject,
  type PolicyRule,
  type ToolLeg,
} from '../../workflows/contract/index.ts';
import { plannedCall, ran, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const schema: JsonObject = {
  type: 'object',
  properties: { amount: { type: 'integer', minimum: 1 }, to: { type: 'string' } },
  required: ['amount', 'to'],
  additionalProperties: false,
};
const asked = { amount: 5, to: 'lee' };
const editable: PolicyRule = { server: 'ops', tool: 'pay', then: 'ask', editable: true };
const noMillions: PolicyRule = {
  server: 'ops',
  tool: 'pay',
  when: { properties: { amount: { minimum: 1_000 } }, required: ['amount'] },
  then: 'deny',
};

function paying(extra: Script = {}, rules: PolicyRule[] = [editable]) {
  const sent: ToolLeg[] = [];
  const script: Script = {
    schema,
    calls: [[plannedCall('pay', asked)]],
    terms: { policy: { default: 'allow', servers: {}, rules } },
    tool: (leg) => {
      sent.push(leg);
      return ran('paid');
    },
    ...extra,
  };
  return { script, sent };
}

describe('an approval whose arguments may be changed', () => {
  test('sends what the person changed them to, once; the record has both, and the model is told', async () => {
    const { script, sent } = paying();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      expect((await job.status()).questions[0]).toMatchObject({ arguments: asked, argumentsSchema: schema });
      const changed = { amount: 4, to: 'lee' };
      await job.answer({ question, action: 'accept', arguments: changed, by: 'kim' });
      const result = await job.result();
      expect(sent.map((leg) => leg.arguments)).toEqual([changed]);
      expect(result.questions[0]).toMatchObject({
        arguments: asked,
        decision: { arguments: changed, by: 'kim' },
      });
      expect(result.calls[0]).toMatchObject({ arguments: changed, edited: true, outcome: 'ran' });
      expect(result.calls[0]?.text).toContain('it ran with {"amount":4,"to":"lee"}');
      await job.replay();
    });
  });

  test('binds what is sent: its digest is of the changed arguments, the definition and the rules', async () => {
    const { script, sent } = paying();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.answer({
        question: await job.question(),
        action: 'accept',
        arguments: { amount: 4, to: 'lee' },
      });
      await job.result();
      const [leg] = sent;
      const asApproved = { kind: 'approval', server: 'ops', tool: 'pay', definitionDigest: 'def-pay' };
      const digest = questionDigest({
        ...asApproved,
        arguments: { amount: 4, to: 'lee' },
        message: null,
        schema: null,
        url: null,
        policyDigest: 'policy',
      });
      expect(leg?.approval).toEqual({ digest, policyDigest: 'policy' });
    });
  });

  test.each<[string, JsonObject, string]>([
    ['of the wrong type', { amount: '4', to: 'lee' }, 'do not fit'],
    ['with an unknown name', { ...asked, cc: 'me' }, 'do not fit'],
    ['without a required one', { amount: 4 }, 'do not fit'],
    ['that the policy denies', { amount: 5_000, to: 'lee' }, 'the policy denies'],
  ])('refuses arguments %s, and stays open', async (_what, changed, why) => {
    const { script, sent } = paying({}, [editable, noMillions]);
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', arguments: changed });
      const seen = await job.until(({ rejected }) => rejected.length === 1);
      expect(seen.rejected[0]?.reason).toContain(why);
      expect(seen.questions[0]?.state).toBe('open');
      await job.answer({ question, action: 'accept' });
      const result = await job.result();
      expect(sent.map((leg) => leg.arguments)).toEqual([asked]);
      expect(result.calls[0]).toMatchObject({ edited: false, text: 'paid' });
    });
  });

  test('takes the same change twice as a duplicate, and another one as a conflict', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { script } = paying({ tool: () => held.then(() => ran('paid')) });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      for (const amount of [4, 4, 3]) {
        await job.answer({ question, action: 'accept', arguments: { amount, to: 'lee' } });
      }
      const seen = await job.until(({ verdicts }) => verdicts.length === 3);
      expect(seen.verdicts.map(({ result }) => result)).toEqual(['recorded', 'duplicate', 'conflict']);
      release();
      await job.result();
    });
  });

  test('whose schema is not to be had is approved as shown, or not at all', async () => {
    const { script, sent } = paying();
    delete script.schema;
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', arguments: { amount: 4, to: 'lee' } });
      const seen = await job.until(({ rejected }) => rejected.length === 1);
      expect(seen.rejected[0]?.reason).toContain('cannot be changed');
      await job.answer({ question, action: 'accept' });
      await job.result();
      expect(sent.map((leg) => leg.arguments)).toEqual([asked]);
    });
  });
});

describe('an approval whose rule does not say so', () => {
  test('takes no changed arguments, and its schema never enters the history', async () => {
    const { script } = paying({}, [{ ...editable, editable: false }]);
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      expect((await job.status()).questions[0]?.argumentsSchema).toBeNull();
      await job.answer({ question, action: 'accept', arguments: { amount: 4, to: 'lee' } });
      await job.until(({ rejected }) => rejected.length === 1);
      await job.answer({ question, action: 'accept' });
      await job.result();
    });
  });
});
