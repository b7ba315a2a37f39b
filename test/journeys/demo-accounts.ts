import { demoReferrers } from '../../src/server/demo/demo-tenants.ts'

export const { standard: lena, telko: mila, bgv: greta } = demoReferrers
