// A scene whose Temporal shows its web UI, and a real Chromium to look at it with.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findTemporalCli } from '../../worker/dev-server/find.ts';
import { startDevServer } from '../../worker/dev-server/run.ts';
import { searchAttributes } from '../../workflows/contract/index.ts';
import { openScene, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
export const chromiumProblem = existsSync(chromiumPath)
  ? null
  : `No Chromium at ${chromiumPath}: apt-get install -y chromium fonts-noto-cjk, or set CHROMIUM_PATH.`;

export type BrowserStage = { scene: Scene; uiUrl: string; page: Page; close(): Promise<void> };

export async function openBrowserStage(): Promise<BrowserStage> {
  if (chromiumProblem !== null) throw new Error(chromiumProblem);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    closing.push(closeTestServers);
    const scene = await openScene();
    closing.push(() => scene.close());
    const ui = await withUi(scene);
    closing.push(() => ui.stop());
    const browser = await openChromium();
    closing.push(() => browser.close());
    const viewport = { width: 1440, height: 900 };
    const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'UTC' });
    page.setDefaultTimeout(60_000);
    return { scene, uiUrl: ui.url, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The scene's Temporal started again, at the same address and on the same file, with its web UI. */
async function withUi({ temporal }: Scene): Promise<{ url: string; stop(): Promise<void> }> {
  const { address, dbFile } = temporal;
  await temporal.stop();
  const server = await startDevServer({
    cli: await findTemporalCli(),
    searchAttributes,
    dbFile,
    port: Number(address.split(':').at(-1)),
    detached: false,
  });
  if (server.uiUrl === undefined) throw new Error('Temporal started without its web UI');
  return { url: server.uiUrl, stop: async () => server.stop() };
}

async function openChromium(): Promise<Browser> {
  const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map(
    (name) => `--disable-${name}`,
  );
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--disable-gpu', '--no-first-run', ...quiet],
  });
}
