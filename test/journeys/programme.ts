import type { Page } from '@playwright/test'
import type { PageName } from '../../src/contract/pages.ts'
import { pagePath } from '../../src/contract/paths.ts'
import type { telko } from '../../src/server/demo/demo-tenants.ts'
import type { Language } from './words.ts'

export type Place = {
  tenant: string
  account: (typeof telko)['people']['referrer']
  product: string
  other: string
  cash: string
  voucher: string
}

/** A tenant's programme with data for every page state. */
export type Programme = {
  place: Place
  origin: string
  routes: Record<string, string>
  referral: string
  code: string
  rewardToken: string
  areaToken: string // opens the recipient's area
}

export const pathsOf = ({ routes }: Programme, language: Language) => {
  return (
    page: PageName,
    params: Record<string, string> = {},
    query: Record<string, string> = {},
  ) => pagePath(routes, language, page, params, query)
}

/** Presses a form's button and waits for the refusal. */
export const submit = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.getByRole('alert').waitFor()
}
