import { topRow } from './agency-steps.ts'
import type { PageState } from './check-page.ts'
import { demoOf } from './journey-steps.ts'
import { pathsOf, submit, type Programme } from './programme.ts'
import { words, type Language } from './words.ts'

/** The agency area: public pages and an owner's. */
export function ofAgency(programme: Programme, language: Language): PageState[] {
  const to = pathsOf(programme, language)
  const link = { t: 'x'.repeat(43) }
  const open = ['AgencyInfo', 'AgencyRules', 'AgencyPrivacy', 'AgencyLogin'] as const
  const own = [
    'AgencyHome',
    'AgencyArea',
    'AgencyInvitations',
    'AgencySessions',
    'AgencyMasterData',
    'AgencyChangePassword',
    'AgencyAdditionalData',
    'AgencyRewardOverview',
    'AgencyBonusPlan',
    'AgencyCosts',
    'AgencyInvoices',
    'AgencyRules',
    'AgencyLogout',
  ] as const
  return [
    ...open.map((page): PageState => ({ name: page, path: to(page) })),
    ...own.map((page): PageState => ({ name: `${page}, owner`, path: to(page), as: 'referrer' })),
    { name: 'agency login, errors', path: to('AgencyLogin'), act: submit(words[language].logIn) },
    { name: 'agency login, wrong sign-on', path: to('AgencyLogin', {}, { error: 'x' }) },
    { name: 'register agency', path: to('AgencyRegistration') },
    { name: 'register agency, sent', path: to('AgencyRegistration', {}, { sent: '1' }) },
    { name: 'forgotten, agency', path: to('AgencyForgotPassword') },
    { name: 'forgotten, agency, sent', path: to('AgencyForgotPassword', {}, { sent: '1' }) },
    { name: 'confirm agency, no link', path: to('AgencyConfirmation') },
    { name: 'first password, over', path: to('AgencySetPassword', {}, link) },
    { name: 'reset, over', path: to('AgencyResetPassword', {}, link) },
    { name: 'logged out of the agency', path: to('AgencyLogout') },
    ...['einladungen', 'empfehler', 'leads', 'freigabe', 'ueberblick'].map((tab): PageState => ({
      name: `area, ${tab}`,
      path: to('AgencyArea', {}, { tab }),
      as: 'referrer',
    })),
    {
      name: 'area, form errors',
      path: to('AgencyArea'),
      as: 'referrer',
      act: submit(language === 'de' ? 'Einladung senden' : 'Send invitation'),
    },
    {
      name: 'invitations, none such',
      path: to('AgencyInvitations', {}, { status: 'angenommen', seite: '9' }),
      as: 'referrer',
    },
    {
      name: 'invitations, withdraw',
      path: to('AgencyInvitations'),
      as: 'referrer',
      act: async (page) => {
        const name =
          language === 'de'
            ? 'Einladung von Ottilie Wiesenpieper zurückziehen'
            : 'Withdraw the invitation to Ottilie Wiesenpieper'
        await page.getByRole('link', { name, exact: true }).click()
        await page.getByRole('button', { name: /^(Zurückziehen|Withdraw)$/ }).waitFor()
      },
    },
    {
      name: 'card of an employee',
      path: to('AgencyInvitations', {}, { karte: 'M-102' }),
      as: 'referrer',
    },
    { name: 'invitation, sent', path: to('Registration', {}, { sent: '1' }) },
    { name: 'card, over', path: to('Registration', {}, { m: '0000000000' }) },
    { name: 'statistics, nothing', path: to('AgencyStatistics'), as: 'referrer' },
    {
      name: 'statistics, wrong days',
      path: to('AgencyStatistics', {}, { von: '31.12.2025', bis: '30.02.2026' }),
      as: 'referrer',
    },
    { name: 'employees', path: to('AgencyEmployees'), as: 'referrer' },
    { name: 'orders, none', path: to('AgencyOrderReport'), as: 'referrer' },
    {
      name: 'orders, none that fits',
      path: to('AgencyOrderReport', {}, { status: 'Bestaetigt', suche: 'x', von: '2026-01-01' }),
      as: 'referrer',
    },
    { name: 'rewards of the agency, none', path: to('AgencyRewards'), as: 'referrer' },
    { name: 'referrers, none', path: to('AgencyRecommenderReport'), as: 'referrer' },
    {
      name: 'contacts, none',
      path: to('AgencyRecommenderReport', {}, { liste: 'leads' }),
      as: 'referrer',
    },
    {
      name: 'employees, let go',
      path: to('AgencyEmployees'),
      as: 'referrer',
      act: async (page) => {
        await page.getByRole('link', { name: /^Vroni.*ausscheiden|^Remove Vroni/ }).click()
        await page.getByRole('button', { name: /^(Ausscheiden lassen|Remove)$/ }).waitFor()
      },
    },
    {
      name: 'statistics, a year with all its tables',
      path: to('AgencyStatistics'),
      as: 'referrer',
      act: async (page) => {
        await demoOf(programme.origin.replace('bgv.', '')).history('bgv')
        await page.reload()
        const tables = page.getByRole('main').locator('.plot summary')
        for (const table of await tables.all()) await table.click()
        await page.getByRole('table').nth(4).waitFor()
      },
    },
    // The pages below have that year's rows.
    { name: 'orders of a year', path: to('AgencyOrderReport'), as: 'referrer' },
    { name: 'rewards of a year', path: to('AgencyRewards'), as: 'referrer' },
    { name: 'referrers of a year', path: to('AgencyRecommenderReport'), as: 'referrer' },
    ...(['AgencyOrderReport', 'AgencyRewards', 'AgencyRecommenderReport'] as const).map(
      (list): PageState => ({
        name: `${list}, a record open`,
        path: to(list),
        as: 'referrer',
        act: async (page) => {
          // Beside the list or alone, by width.
          await topRow(page).locator('a[data-handle]').click()
          await page.locator('.desk-record').waitFor()
        },
      }),
    ),
    {
      name: 'orders, one to be refused',
      path: to('AgencyOrderReport', {}, { status: 'Bestaetigt' }),
      as: 'referrer',
      act: async (page) => {
        await topRow(page).locator('a[data-handle]').click()
        await page
          .locator('.desk-record')
          .getByRole('button', { name: /nicht anerkennen …$|^Decline order …$/ })
          .click()
        await page.locator('.desk-record').getByRole('alert').waitFor()
      },
    },
    ...['empfehler', 'leads', 'freigabe'].map((tab): PageState => ({
      name: `area, ${tab} of a year`,
      path: to('AgencyArea', {}, { tab }),
      as: 'referrer',
    })),
  ]
}
