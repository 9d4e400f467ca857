// Part of the build: the workflow code of dist/ as the one file that the installed worker loads.
import { writeFile } from 'node:fs/promises';
import { bundleSources, shippedBundle } from './workflow-bundle.ts';

await writeFile(shippedBundle, await bundleSources());
