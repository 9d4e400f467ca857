// `npm run conformance [-- NAME]`: the public client scenarios against the product, one line each.
import { differences, runs } from './scenarios.ts';
import { offered, play } from './suite.ts';

const [only = ''] = process.argv.slice(2);
const chosen = runs.filter(({ title }) => title.includes(only));
const report = (title: string, problems: string[], note = '') => {
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${title}${note}`);
  for (const problem of problems) console.log(`      ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
};

if (chosen.length === 0)
  report(`no scenario has "${only}" in its name`, ['see test/conformance/scenarios.ts']);
report('every scenario on offer is run, or left out for a reason', differences(await offered()));
for (const run of chosen) {
  const { passed, problems } = await play(run);
  const known = Object.keys(run.scenario.fails ?? {}).length;
  const skipped = Object.keys(run.scenario.skips ?? {}).length;
  const note = `: ${passed} passed, ${known} failed as expected, ${skipped} skipped as expected`;
  report(run.title, problems, problems.length === 0 ? note : '');
}
