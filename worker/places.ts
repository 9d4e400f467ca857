// Where the code stands: TypeScript sources in a checkout, dist/ in the installed package.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** `.ts` or `.js`. */
export const extension = path.extname(here);
/** The folder that holds workflows/, worker/ and the other parts: the checkout itself, or dist/. */
export const codeRoot = path.dirname(path.dirname(here));
export const packageRoot = extension === '.ts' ? codeRoot : path.dirname(codeRoot);

/** A module of ours as a file: `fileOf('workflows/index')`. */
export function fileOf(module: string): string {
  return path.join(codeRoot, module + extension);
}
