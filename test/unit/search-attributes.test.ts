// What a worker does that may not manage search attributes. The server is a fake: no development server refuses anybody.
import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@temporalio/client';

import { ensureSearchAttributes } from '../../worker/search-attributes.ts';

const attributes = { AdjournState: 'Keyword', AdjournRequestedBy: 'Keyword' } as const;

function grpcError(code: number, details: string): Error {
  return Object.assign(new Error(details), { code, details, metadata: {} });
}
const refuse = () => Promise.reject(grpcError(7, 'Request unauthorized.'));

function server(methods: { list?: () => unknown; add?: () => unknown; count?: () => unknown }): Connection {
  const operatorService = { listSearchAttributes: methods.list, addSearchAttributes: methods.add };
  const workflowService = { countWorkflowExecutions: methods.count };
  return { operatorService, workflowService } as unknown as Connection;
}

describe('a worker that may not register search attributes', () => {
  test('is told the exact commands that somebody else has to run', async () => {
    const connection = server({
      list: () => Promise.resolve({ customAttributes: { AdjournState: 2 } }),
      add: refuse,
      count: () => Promise.reject(grpcError(3, 'invalid search attribute')),
    });
    const ensuring = ensureSearchAttributes(connection, 'orders', attributes);
    await expect(ensuring).rejects.toThrow(
      [
        'adjourn may not register search attributes in namespace orders (Request unauthorized.). Somebody who may has to run:',
        '  temporal operator search-attribute create --namespace orders --name AdjournRequestedBy --type Keyword',
      ].join('\n'),
    );
  });

  test('starts all the same when they are there already, although it may not list them', async () => {
    const connection = server({ list: refuse, add: refuse, count: () => Promise.resolve({}) });
    await expect(ensureSearchAttributes(connection, 'orders', attributes)).resolves.toBeUndefined();
  });

  test('needs no such right when the list shows them all', async () => {
    const connection = server({
      list: () => Promise.resolve({ customAttributes: { AdjournState: 2, AdjournRequestedBy: 2 } }),
      add: refuse,
      count: () => Promise.resolve({}),
    });
    await expect(ensureSearchAttributes(connection, 'orders', attributes)).resolves.toBeUndefined();
  });
});

describe('a worker that starts', () => {
  test('waits while a cluster does not know them yet', async () => {
    let asked = 0;
    const connection = server({
      list: () => Promise.resolve({ customAttributes: {} }),
      add: () => Promise.resolve({}),
      count: () => {
        asked += 1;
        return asked < 3 ? Promise.reject(grpcError(3, 'invalid search attribute')) : Promise.resolve({});
      },
    });
    await ensureSearchAttributes(connection, 'orders', attributes);
    expect(asked).toBe(3);
  });

  test('passes on what has nothing to do with search attributes', async () => {
    const connection = server({ list: () => Promise.reject(grpcError(14, 'connection dropped')) });
    await expect(ensureSearchAttributes(connection, 'orders', attributes)).rejects.toThrow(
      'connection dropped',
    );
  });
});
