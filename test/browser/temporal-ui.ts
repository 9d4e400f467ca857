// Takes the pictures of docs/temporal-ui.md: adjourn's jobs in the Temporal UI, answered from its Send Signal dialog.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import type { AnswerAction } from '../../workflows/contract/index.ts';
import { openBrowserStage, type BrowserStage } from './stage.ts';
import {
  fillSignal,
  inputShown,
  openJob,
  openList,
  openMetadata,
  openSignals,
  submitSignal,
} from './web-ui.ts';

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

await mkdir(images, { recursive: true });
const stage = await openBrowserStage();
try {
  await playJobs(stage);
  await takePictures(stage);
} finally {
  await stage.close();
}

/** One job waits for a form and one for an approval; one is completed, one declined. */
async function playJobs({ scene }: BrowserStage): Promise<void> {
  const port = await getPort();
  const asksItself = { server: 'operations', tool: 'place_purchase_order', then: 'server-asks' };
  scene.configure({
    mcpServers: { operations: { url: `http://127.0.0.1:${port}/mcp` } },
    policy: { default: 'ask', rules: [asksItself] },
  });
  await scene.startOperations(port);
  await scene.startWorker();
  await start(scene, 'order 5 of SKU-100', 'order-sku-100', 'accept');
  await start(scene, 'order 7 of SKU-200', 'order-sku-200', 'decline');
  await start(scene, 'check stock of SKU-300', 'check-sku-300');
  await start(scene, 'order 10 of SKU-300', 'order-sku-300');
}

async function start(scene: BrowserStage['scene'], goal: string, job: string, action?: AnswerAction) {
  const { code, stderr } = await scene.adjourn('start', goal, '--id', job, '--requested-by', 'kim');
  if (code !== 0) throw new Error(`adjourn start ended with ${code}: ${stderr}`);
  const { questions } = await scene.until(job, ({ state }) => state === 'waiting');
  if (action === undefined) return;
  await scene.env.client.workflow.getHandle(job).signal('answer', { question: questions[0]?.id, action });
  await scene.until(job, ({ state }) => state === 'completed' || state === 'declined');
}

async function takePictures({ scene, page, uiUrl }: BrowserStage): Promise<void> {
  const take = async (name: string) => {
    // Only for the look: transitions end, and the timeline's bars grow to their place.
    await page.waitForTimeout(2_000);
    await page.screenshot({ path: `${images}${name}.png` });
    process.stderr.write(`docs/images/${name}.png\n`);
  };
  await openList(page, uiUrl);
  await page.getByRole('link', { name: 'order-sku-300' }).waitFor();
  await take('waiting-jobs');
  await openJob(page, uiUrl, 'order-sku-300');
  await page.getByText('waits for a person').first().waitFor();
  await take('timeline');
  await openMetadata(page, uiUrl, 'check-sku-300');
  await take('approval');
  const { details } = await openMetadata(page, uiUrl, 'order-sku-300');
  await take('current-details');
  const input = await inputShown(details);
  const dialog = await openSignals(page);
  await take('signal-choice');
  await fillSignal(dialog, input);
  await take('signal-input');
  await submitSignal(dialog);
  await scene.until('order-sku-300', ({ state }) => state === 'completed');
  await openJob(page, uiUrl, 'order-sku-300');
  await page.getByText('model round 2').first().waitFor();
  await take('answered');
}
