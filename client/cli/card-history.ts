// What happened to a question so far, the newest last.
import type { Question, QuestionEvent } from '../../workflows/contract/question.ts';
import { ago } from './age.ts';
import { brief, hanging, mark, shownJson, type Look } from './text.ts';
import { count, doneWord } from './words.ts';

const most = 10;

export function historyLines({ history }: Pick<Question, 'history'>, look: Look): string[] {
  const events = history.filter(({ what }) => what !== 'asked');
  if (events.length === 0) return [];
  const earlier = events.length - most;
  return [
    'So far:',
    ...(earlier > 0 ? [`  (${count(earlier, 'earlier event')})`] : []),
    ...events.slice(-most).flatMap((event) => eventLines(event, look)),
  ];
}

/** Who it was, and what they say, stands behind the mark: nobody has verified it. */
function eventLines(event: QuestionEvent, look: Look): string[] {
  const { at, by, via, comment } = event;
  const said = [
    ...(by === null ? [] : [`by ${brief(by)}`]),
    ...(via === null ? [] : [`through ${brief(via, 30)}`]),
    ...(comment === null ? [] : [shownJson(comment)]),
  ];
  return [
    `  ${ago(at, look.now())}  ${wordFor(event)}`,
    ...(said.length === 0 ? [] : hanging(mark, said.join(', '), look)),
  ];
}

function wordFor({ what, action }: QuestionEvent): string {
  switch (what) {
    case 'answered':
      return action === null ? 'answered' : doneWord[action];
    case 'asked-again':
      return 'asked again';
    case 'put-off':
      return 'put off';
    case 'refused':
      return 'an answer was refused';
    case 'reused':
      return 'asked for again unchanged: the answer was used again';
    case 'visited':
      return 'the server says that what its link asks for is done';
    case 'asked':
    case 'reminded':
    case 'closed':
      return what;
    default:
      return what satisfies never;
  }
}
