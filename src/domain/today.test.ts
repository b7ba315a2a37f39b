import { expect, test } from 'vitest'
import { operatorAbilities } from './operator-abilities.ts'
import { changesFor, taskKinds, tasksFor } from './today.ts'

test('each role is shown the tasks and changes of what it may read, and no others', () => {
  const shown = (role: Parameters<typeof operatorAbilities>[0][number]) => {
    const ability = operatorAbilities([role])
    return { tasks: tasksFor(ability), changes: changesFor(ability) }
  }
  expect(shown('auditor').tasks).toEqual(taskKinds)
  expect(shown('payout-approver').tasks).toEqual(['goodwill', 'clawbacks', 'held-payments'])
  expect(shown('analyst')).toEqual({ tasks: [], changes: [] })
  expect(shown('tenant-admin')).toEqual({
    tasks: [],
    changes: ['operator', 'tenant', 'api-key', 'job'],
  })
  expect(shown('platform-operator')).toEqual({ tasks: [], changes: ['job'] })
})
