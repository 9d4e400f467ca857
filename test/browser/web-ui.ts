// Temporal's web UI as a person uses it: roles and visible words, as few test ids as can be.
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** A run that was terminated or continued as new keeps its last AdjournState. */
const waitingQuery = 'AdjournState="waiting" AND ExecutionStatus="Running"';

export async function openList(page: Page, uiUrl: string, query = waitingQuery): Promise<void> {
  await page.goto(`${uiUrl}/namespaces/default/workflows?query=${encodeURIComponent(query)}`);
}

/** Opens the newest run: the page's address has no run, and the UI fills it in. */
export async function openJob(page: Page, uiUrl: string, job: string): Promise<void> {
  await page.goto(`${uiUrl}/namespaces/default/workflows/${job}`);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
}

/** The goal and the current details are drawn in frames of their own. */
export async function openMetadata(
  page: Page,
  uiUrl: string,
  job: string,
): Promise<{ summary: Locator; details: Locator }> {
  await openJob(page, uiUrl, job);
  await page.getByRole('tab', { name: 'User Metadata' }).click();
  const details = frame(page, 'details').locator('main');
  await details.getByText('calls closed').waitFor();
  return { summary: frame(page, 'summary').locator('main'), details };
}

function frame(page: Page, part: 'summary' | 'details'): FrameLocator {
  return page.frameLocator(`#user-metadata-${part === 'details' ? 'current-details' : part}`);
}

/** What a person copies out of the current details. */
export async function inputShown(details: Locator): Promise<string> {
  return details
    .locator('code', { hasText: /^\{"question"/ })
    .first()
    .innerText();
}

/** The Send Signal dialog with its list of signals open. */
export async function openSignals(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send a Signal' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Send a Signal' });
  await dialog.getByTestId('signal-select-button').click();
  await answerOption(dialog).waitFor();
  return dialog;
}

/** The signal with its description, which has the template of the input. */
export function answerOption(dialog: Locator): Locator {
  return dialog.getByRole('option', { name: /^answer/ });
}

export async function fillSignal(dialog: Locator, input: string): Promise<void> {
  await answerOption(dialog).click();
  await fillInput(dialog, input);
}

export async function fillInput(dialog: Locator, input: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Data' }).fill(input);
}

/** By key: the field lays its JSON out anew when it is left, and Submit moves away from under a pointer. */
export async function pressSubmit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Submit' }).press('Enter');
}

/** Until Temporal took the signal. The dialog then closes, but not always: when the job ends first, it goes on spinning. */
export async function submitSignal(dialog: Locator): Promise<void> {
  const taken = dialog
    .page()
    .waitForResponse((response) => response.url().includes('/signal/answer') && response.ok());
  await pressSubmit(dialog);
  await taken;
}
