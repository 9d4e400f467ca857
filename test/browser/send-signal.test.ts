// A person answers from the Temporal UI alone: real Chromium, the UI's own Send Signal dialog, nothing of adjourn's.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { asks } from '../support/modern-steps.ts';
import { chromiumProblem, openBrowserStage, type BrowserStage } from './stage.ts';
import {
  answerOption,
  fillInput,
  fillSignal,
  inputShown,
  openList,
  openMetadata,
  openSignals,
  pressSubmit,
  submitSignal,
} from './web-ui.ts';

const scripted = fileURLToPath(new URL('../support/servers/scripted.ts', import.meta.url));
const hostile = [
  '**bold** <h1>big</h1> <img src=x> <meta http-equiv="refresh" content="0;url=https://evil.example">',
  '[click](https://evil.example) https://evil.example ![i](https://evil.example/i.png) `tick` $x^2$ "1/2"',
  '{workflowId} {runId} a\u202Egnp.exe',
].join('\n');

/** CI installs Chromium and sets this: there, a missing one is a failure. */
const required = process.env['ADJOURN_TEST_BROWSER'] === 'required';
const skipped = chromiumProblem !== null && !required;
if (skipped) process.stderr.write(`SKIPPED test/browser: ${chromiumProblem}\n`);

let stage: BrowserStage;

/** Asks with a hostile message and a form that must be filled in. */
function hostileServer(dir: string): Record<string, unknown> {
  const tools = path.join(dir, 'hostile.json');
  const schema = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] };
  const params = { message: hostile, requestedSchema: schema };
  const inputSchema = {
    type: 'object',
    properties: { sku: { type: 'string' }, quantity: { type: 'integer' } },
  };
  const steps = [asks({ note: { method: 'elicitation/create', params } }, 'state')];
  writeFileSync(tools, JSON.stringify({ place_purchase_order: { definition: { inputSchema }, steps } }));
  const script = { era: 'modern', log: path.join(dir, 'hostile.log'), tools };
  return { command: process.execPath, args: [scripted, JSON.stringify(script)] };
}

async function waits(job: string, server: string): Promise<void> {
  const ran = await stage.scene.adjourn('start', 'order 10 of SKU-300', '--id', job, '--server', server);
  expect(ran).toMatchObject({ code: 0 });
  await stage.scene.until(job, ({ state }) => state === 'waiting');
}

(skipped ? describe.skip : describe)('in the Temporal UI', () => {
  beforeAll(async () => {
    stage = await openBrowserStage();
    const { scene } = stage;
    const port = await getPort();
    scene.configure({
      mcpServers: { operations: { url: `http://127.0.0.1:${port}/mcp` }, hostile: hostileServer(scene.dir) },
    });
    await scene.startOperations(port);
    await scene.startWorker();
  }, 120_000);
  afterAll(() => stage.close());

  test('a person finds a waiting job, copies the input from its details, sends it, and the order is placed once', async () => {
    const { scene, page, uiUrl } = stage;
    await waits('po-1', 'operations');
    await openList(page, uiUrl);
    await page.getByRole('link', { name: 'po-1' }).waitFor();
    const { summary, details } = await openMetadata(page, uiUrl, 'po-1');
    expect(await summary.innerText()).toContain('order 10 of SKU-300');
    expect(await details.innerText()).toContain('The server says (not verified): Order 10 of SKU-300');
    const input = await inputShown(details);

    const wrong = await openSignals(page);
    expect(await answerOption(wrong).innerText()).toContain(
      '{"question":"q1.1.1-9f31c2ab","action":"accept"}',
    );
    await fillSignal(wrong, input.replace('accept', 'yes'));
    await submitSignal(wrong);
    await scene.until('po-1', ({ rejected }) => rejected.length === 1);
    await page.keyboard.press('r');
    await details.getByText('must be exactly "accept", "decline" or "cancel"').waitFor();
    expect(scene.orders()).toEqual([]);

    const dialog = await openSignals(page);
    await fillSignal(dialog, input);
    await submitSignal(dialog);
    const ended = await scene.until('po-1', ({ state }) => state !== 'waiting' && state !== 'running');
    expect(ended).toMatchObject({ state: 'completed', questions: [{ state: 'accepted' }] });
    expect(scene.orders()).toMatchObject([{ sku: 'SKU-300', quantity: 10 }]);
  }, 120_000);

  test('the words of a hostile server are shown as they are, and a form that is not filled in is not sent', async () => {
    const { scene, page, uiUrl } = stage;
    await waits('hostile-1', 'hostile');
    const { details } = await openMetadata(page, uiUrl, 'hostile-1');
    const words = hostile
      .replaceAll('\n', String.raw`\u{a}`)
      .replace('\u202E', String.raw`\u{202e}`)
      .replaceAll(/\{(?=workflowId|runId)/g, String.raw`\u{7b}`);
    expect(await details.innerText()).toContain(`The server says (not verified): ${words}`);
    expect(await details.locator('a, img, h1, meta, .math').count()).toBe(0);

    const input = await inputShown(details);
    const dialog = await openSignals(page);
    await fillSignal(dialog, input);
    await pressSubmit(dialog);
    await dialog.getByText('Input must be valid JSON').waitFor();
    await fillInput(dialog, input.replace('<text>', '"seen"'));
    await submitSignal(dialog);
    const ended = await scene.until('hostile-1', ({ questions }) => questions[0]?.state !== 'open');
    expect(ended).toMatchObject({ rejected: [], questions: [{ decision: { content: { note: 'seen' } } }] });
  }, 120_000);
});
