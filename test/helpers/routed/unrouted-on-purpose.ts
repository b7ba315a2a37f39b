/** Senders whose statements go to every node, each of one table alone, with the reason. */
export const unroutedOnPurpose: Record<string, string> = {
  'src/server/jobs/store.ts listOutbox':
    'the relay looks whose jobs wait; it takes each tenant’s by a statement of its own',
  'src/server/jobs/store.ts isBusy': 'the demo waits until nobody’s job is left',
  'src/server/team/store.ts listGrantsOf':
    'an operator’s session has the rights at all tenants, which are rows of each',
  'src/server/team/left-store.ts listGranted': 'who has a right at any tenant is not forgotten',
}
