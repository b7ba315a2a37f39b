import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Tests of a database of several nodes, and endpoint tests run on one (`npm run test:citus`): what people, agencies, operators and jobs do.
const calls = [
  'referral/create-referral',
  'referral/create-together',
  'referral/create-recipient',
  'referral/confirm-recipient',
  'referral/click-referral',
  'reward/order-voucher',
  'reward/cancel-order',
  'reward/save-bank-data',
  'reward/delete-account',
  'agency/reports',
  'billing/agency-invoices',
  'payout/payout-journey',
  'payout/release-payout',
]

const { include: _all, exclude: _out, ...test } = base.test ?? {}
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: ['test/citus/*.test.ts', ...calls.map((name) => `src/server/${name}.test.ts`)],
      // Three servers of PostgreSQL share the machine.
      testTimeout: 180_000,
      hookTimeout: 300_000,
    },
  }),
)
