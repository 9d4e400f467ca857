// `adjourn answer` against a real Temporal server, without a terminal and at one.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readJob } from '../../client/agent-client.ts';
import { openCliStage, orderForm, type CliStage } from '../support/cli-stage.ts';
import type { StubWorker } from '../support/stub-jobs.ts';

let stage: CliStage;
beforeAll(async () => {
  stage = await openCliStage();
});
afterAll(() => stage?.close());

const cli: CliStage['cli'] = (...given) => stage.cli(...given);

describe('with a worker', () => {
  let worker: StubWorker;
  beforeAll(async () => {
    worker = await stage.startWorker();
  });
  afterAll(() => worker?.stop());

  test('C04: values are typed by the schema, and a wrong one sends nothing', async () => {
    const {
      job,
      handles: [handle = ''],
    } = await stage.asking(orderForm);
    const wrong = await cli(['answer', handle, 'approve', 'quantity=45', 'extra=1']);
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain('quantity must be at most 40, got 45');
    expect(wrong.stderr).toContain('extra is not a field of this form');
    expect(wrong.stderr).toContain(`Try: adjourn answer ${handle} approve quantity=40`);
    expect((await cli(['answer', handle, 'approve'])).stderr).toContain('quantity is required');
    expect((await cli(['show', handle])).stdout).toContain('attempt 1 of 5');
    const right = await stage.spawned(
      ['answer', handle, 'approve', '--content-file', '-', 'note=', '--json'],
      '{"quantity": 3}',
    );
    expect(right.code).toBe(0);
    expect(JSON.parse(right.stdout)).toMatchObject({
      result: 'recorded',
      question: { job, state: 'accepted', decision: { content: { quantity: 3, urgent: false, note: '' } } },
    });
  });

  test('C04: what a default filled in is told after it was sent', async () => {
    const {
      handles: [handle = ''],
    } = await stage.asking(orderForm);
    const { code, stdout } = await cli(['answer', handle, 'approve', 'quantity=3']);
    expect(code).toBe(0);
    expect(stdout).toContain("\n  Also sent, as the form's defaults: urgent=false\n");
  });

  test('a secret is not taken from the command line', async () => {
    const schema = { type: 'object', properties: { api_key: { type: 'string' } } };
    const {
      handles: [handle = ''],
    } = await stage.asking({ ...orderForm, schema });
    const refused = await cli(['answer', handle, 'approve', 'api_key=hunter2']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--content-file -');
    expect((await cli(['answer', handle, 'approve', '--content-file', '-'], '{"api_key":"x"}')).code).toBe(0);
  });

  test('later puts a question off; it stays answerable', async () => {
    const {
      handles: [handle = ''],
    } = await stage.asking({});
    const later = await cli(['answer', handle, 'later']);
    expect(later).toMatchObject({ code: 0 });
    expect(later.stdout).toMatch(/^Put off .* Nothing is decided; asked again in/);
    expect((await cli(['pending'])).stdout).toContain(handle);
    expect((await cli(['answer', handle, 'accept'])).code).toBe(0);
  });

  test('C18: who is late is told who was first, and the same answer again changes nothing', async () => {
    const {
      job,
      handles: [first = '', second = ''],
    } = await stage.asking({}, orderForm);
    expect((await cli(['answer', first, 'approve', '--by', 'lee'])).code).toBe(0);
    const same = await cli(['answer', first, 'approve']);
    expect(same).toMatchObject({ code: 0 });
    expect(same.stdout).toContain('was approved already by lee');
    const other = await cli(['answer', first, 'decline', '--json']);
    expect(other.code).toBe(5);
    expect(other.stderr).toContain(
      'was answered already: approved by lee, just now (cli).\n       Your decline changed nothing.',
    );
    expect(JSON.parse(other.stdout)).toMatchObject({ result: 'conflict', reason: 'already-answered' });
    expect((await cli(['answer', `${job}/q9.9.9-00000000`, 'approve'])).code).toBe(3);
    expect((await cli(['answer', second, 'decline', '--comment', 'too dear'])).code).toBe(0);
    expect((await cli(['watch', job, '--exit-status'])).code).toBe(10);
    expect((await cli(['answer', second, 'approve', 'quantity=1'])).code).toBe(5);
  });

  test('a question that was replaced names the new one and what differs', async () => {
    const {
      job,
      handles: [old = '', next = ''],
    } = await stage.asking(
      { id: 'q1.1.1-9f31c2ab', state: 'replaced' },
      { id: 'q1.1.2-4be07d11', replaces: 'q1.1.1-9f31c2ab', difference: ['quantity 40 -> 400'] },
    );
    const late = await cli(['answer', old, 'approve']);
    expect(late.code).toBe(5);
    expect(late.stderr).toBe(
      `error: ${old} was replaced by q1.1.2-4be07d11:\n       quantity 40 -> 400\n       Nothing was sent. See: adjourn show ${job}/q1.1.2\n`,
    );
    expect((await cli(['show', next])).stdout).toContain('quantity 40 -> 400');
  });

  describe('at a terminal', () => {
    test('a short name shows the card first and waits for a typed yes', async () => {
      const { job } = await stage.asking({});
      const no = await stage.person(['answer', `${job}/q1.1.1`, 'approve'], ['y', 'nothing']);
      expect(no.code).toBe(1);
      expect(no.text).toContain('Type yes, decline, later or nothing, not "y".');
      expect(no.text).toContain('note:  nothing was sent; still open.');
      const yes = await stage.person(['answer', `${job}/q1.1.1`, 'approve'], ['yes']);
      expect(yes.code).toBe(0);
      const at = (words: string) => yes.text.indexOf(words);
      expect(at('"A4 paper, 80 g"')).toBeGreaterThan(0);
      expect(at('Send place_purchase_order to operations, once?')).toBeGreaterThan(at('"A4 paper, 80 g"'));
      expect(at('Your answer (Ctrl-C: nothing is sent):')).toBeGreaterThan(at('once?'));
      expect(at(`Approved ${job}/q1.1.1 as kim`)).toBeGreaterThan(at('Your answer'));
    });

    test('a form is asked field by field, with its own checks, a review and the same yes', async () => {
      const {
        job,
        handles: [handle = ''],
      } = await stage.asking(orderForm);
      const { code, text } = await stage.person(
        ['answer', handle, 'approve'],
        ['12abc', '45', '30', '', '', '2', 'yes', 'yes'],
      );
      expect(code).toBe(0);
      expect(text).toContain('It must be a whole number, got "12abc".');
      expect(text).toContain('It must be at most 40, got 45.');
      expect(text).toContain(
        'You are sending:\n  | 1  quantity  30\n  | 2  urgent    false  (default)\n  | 3  note      (left out)',
      );
      expect(text).toContain('\n  | 2  urgent    true\n');
      const view = await readJob(stage.agent, job);
      expect(view).toMatchObject({
        status: { questions: [{ decision: { content: { quantity: 30, urgent: true } } }] },
      });
    });

    test('without a word the card is shown and the answer asked for; a decline may say why', async () => {
      const {
        job,
        handles: [handle = ''],
      } = await stage.asking(orderForm);
      const left = await stage.person(['answer', handle], ['nothing']);
      expect(left.code).toBe(1);
      const later = await stage.person(['answer', `${job}/q1.1.1`], ['later']);
      expect(later.code).toBe(0);
      expect(later.text).toMatch(/Put off .* Nothing is decided; asked again in/);
      const declined = await stage.person(['answer', handle], ['decline', 'too dear']);
      expect(declined.code).toBe(0);
      const at = (words: string) => declined.text.indexOf(words);
      expect(at('attempt 2 of 5')).toBeGreaterThan(0);
      expect(at('How many?')).toBeGreaterThan(at('attempt 2 of 5'));
      expect(at('Your answer')).toBeGreaterThan(at('How many?'));
      expect(await readJob(stage.agent, job)).toMatchObject({
        status: { questions: [{ state: 'declined', decision: { comment: 'too dear', content: null } }] },
      });
      const late = await stage.person(['answer', handle], []);
      expect(late.code).toBe(5);
      expect(late.text).toContain('was answered already: declined by kim');
      expect(late.text).toContain('Nothing was sent.');
    });

    test('a form left half-way sends nothing', async () => {
      const {
        job,
        handles: [handle = ''],
      } = await stage.asking(orderForm);
      const { code, text } = await stage.person(['answer', handle, 'approve'], ['30', 'CTRL-C']);
      expect(code).toBe(1);
      expect(text).toContain(
        `error: Nothing was sent; still open.\n       To be asked again later: adjourn answer ${handle} later`,
      );
      expect(await readJob(stage.agent, job)).toMatchObject({ status: { questions: [{ state: 'open' }] } });
    });

    test('without one a short name is refused with the line to copy', async () => {
      const {
        job,
        handles: [handle = ''],
      } = await stage.asking({});
      const refused = await cli(['answer', `${job}/q1.1.1`, 'approve']);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`adjourn answer ${handle} approve`);
      expect(await readJob(stage.agent, job)).toMatchObject({ status: { questions: [{ state: 'open' }] } });
    });

    test('pending shows short names, ages and how many workers there are', async () => {
      const { job } = await stage.asking({});
      const { text } = await stage.person(['pending'], []);
      expect(text).toMatch(/^\d+ questions? waits? for a person \(checked just now, 1 worker online\)/);
      expect(text).toMatch(
        new RegExp(
          `${job}/q1\\.1\\.1 +approval +operations: place_purchase_order +.*\\d+ s.* +never +1 of 5`,
        ),
      );
      expect(text).toContain('See and answer one: adjourn show ');
    });
  });
});
