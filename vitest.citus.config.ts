import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Tests of a database of several nodes, and endpoint tests run on one (`npm run test:citus`): what people, agencies, operators and jobs do.
// `CITUS=1` has all of it at the coordinator; with `CITUS=workers` the app's calls go through the other nodes, and console, queue and sweeps are
// at the coordinator.
const atCoordinator = [
  'referral/create-recipient',
  'referral/click-referral',
  'reward/cancel-order',
]
const throughWorkers = [
  'referral/create-referral',
  'referral/create-together',
  'referral/create-recipient',
  'referral/confirm-recipient',
  'referral/click-referral',
  'referral/show-referral',
  'reward/order-voucher',
  'reward/cancel-order',
  'reward/save-bank-data',
  'reward/decide-in-sets',
  'reward/release-in-sets',
  'reward/delete-account',
  'agency/reports',
  'billing/agency-invoices',
  'payout/payout-journey',
  'payout/release-payout',
  'payout/bank-lines',
  'team/access',
  'jobs/jobs',
  'mail/blank-store',
  'shared-sweeps',
  'operator/operations',
  'operator/papers',
  'operator/tell-operators',
  'operator/tenants',
]

const filesOf = (names: string[]) => names.map((name) => `src/server/${name}.test.ts`)
const runs: Record<string, string[]> = {
  '1': ['test/citus/distribute.test.ts', 'test/citus/migrate.test.ts', ...filesOf(atCoordinator)],
  workers: ['test/citus/through-nodes.test.ts', ...filesOf(throughWorkers)],
}

const { include: _all, exclude: _out, ...test } = base.test ?? {}
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: runs[process.env['CITUS'] ?? ''] ?? Object.values(runs).flat(),
      // Three servers of PostgreSQL share the machine.
      testTimeout: 180_000,
      hookTimeout: 300_000,
    },
  }),
)
