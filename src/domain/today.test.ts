import { expect, test } from 'vitest'
import { operatorAbilities } from './operator-abilities.ts'
import { changesFor, mayActOn, taskKinds, tasksFor } from './today.ts'

test('each role is shown the tasks and changes of what it may read, and no others', () => {
  const shown = (role: Parameters<typeof operatorAbilities>[0][number]) => {
    const ability = operatorAbilities([role])
    return { tasks: tasksFor(ability), changes: changesFor(ability) }
  }
  expect(shown('auditor').tasks).toEqual(taskKinds)
  expect(shown('payout-approver').tasks).toEqual([
    'goodwill',
    'clawbacks',
    'clawback-proposals',
    'voucher-codes',
    'voucher-orders',
    'low-vouchers',
    'payout-proposals',
    'account-changes',
    'account-notices',
    'held-payments',
    'bank-returns',
    'bank-lines',
    'named-lines',
    'stopped-uploads',
    'lost-payments',
    'overdue-invoices',
    'books',
    'waiting-month',
    'own-payout-proposals',
    'own-named-lines',
    'own-goodwill',
    'own-clawback-proposals',
    'own-voucher-codes',
  ])
  expect(shown('analyst')).toEqual({ tasks: [], changes: [] })
  expect(shown('tenant-admin')).toEqual({
    tasks: [
      'voucher-orders',
      'low-vouchers',
      'account-changes',
      'account-notices',
      'ending-keys',
      'dead-jobs',
    ],
    changes: ['reward-option', 'payout-account', 'operator', 'tenant', 'api-key', 'job'],
  })
  expect(shown('platform-operator')).toEqual({ tasks: ['dead-jobs'], changes: ['job'] })
})

test('whoever may only look at something is given no work with it', () => {
  const own = (role: Parameters<typeof operatorAbilities>[0][number]) =>
    taskKinds.filter((kind) => mayActOn(operatorAbilities([role]), kind))
  expect(own('auditor')).toEqual([])
  expect(own('support')).toEqual(['claims', 'clawbacks'])
  expect(own('payout-preparer')).toEqual([
    'voucher-orders',
    'low-vouchers',
    'order-files',
    'named-lines',
    'stopped-uploads',
    'overdue-invoices',
    'books',
    'waiting-month',
  ])
  expect(own('tenant-admin')).toEqual([
    'account-changes',
    'account-notices',
    'ending-keys',
    'dead-jobs',
  ])
  expect(own('reviewer')).toEqual(
    taskKinds.filter(
      (kind) =>
        !kind.startsWith('own-') &&
        ![
          'payout-proposals',
          'voucher-orders',
          'low-vouchers',
          'account-changes',
          'account-notices',
          'held-payments',
          'bank-returns',
          'bank-lines',
          'named-lines',
          'stopped-uploads',
          'lost-payments',
          'overdue-invoices',
          'books',
          'waiting-month',
          'ending-keys',
          'dead-jobs',
        ].includes(kind),
    ),
  )
  expect(own('payout-approver')).toEqual([
    'goodwill',
    'clawback-proposals',
    'voucher-codes',
    'payout-proposals',
    'account-changes',
    'account-notices',
    'held-payments',
    'bank-returns',
    'bank-lines',
    'named-lines',
    'lost-payments',
    'overdue-invoices',
    'books',
    'waiting-month',
  ])
})
