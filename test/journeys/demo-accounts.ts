import { demoReferrers, type DemoReferrer } from '../../src/server/demo/demo-referrers.ts'

export const [lena, mila, greta] = [accountAt('standard'), accountAt('telko'), accountAt('bgv')]

function accountAt(tenant: string): DemoReferrer {
  const account = demoReferrers[tenant]
  if (!account) throw new Error(`There is no demo account at ${tenant}.`)
  return account
}
