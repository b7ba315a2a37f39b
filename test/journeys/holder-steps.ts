import { readFile } from 'node:fs/promises'
import { expect, type Browser } from '@playwright/test'
import { checkReport } from '../../src/server/payout/payee-checks.test-helper.ts'
import type { TestApp } from '../helpers/app.ts'
import type { PageState } from './check-page.ts'
import { act, signInAs } from './console-steps.ts'
import { topItem } from './journey-steps.ts'
import { pathsOf, type Programme } from './programme.ts'
import type { Language } from './words.ts'

type At = { app: Pick<TestApp, 'origin'>; browser: Browser; tenant: string }

const tag = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? ''

/** Names in a payment file, each with its payment's number. */
const payeesOf = (file: string) =>
  [...file.matchAll(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs)].map(([payment]) => ({
    id: tag(payment, 'EndToEndId'),
    name: tag(/<Cdtr>.*?<\/Cdtr>/s.exec(payment)?.[0] ?? '', 'Nm'),
  }))

/**
 * What is due is proposed by one person and approved by another, the bank does not know one of the names and spells another one otherwise,
 * and two people cancel the order there: both payees are asked.
 */
export async function cancelAfterCheck(
  at: At,
  names: { close: string; bankSpells: string; none: string },
): Promise<void> {
  const consoleAt = `${at.app.origin.replace('//localhost', '//betrieb.localhost')}/de/${at.tenant}`
  const preparer = await signInAs(at.browser, at.app.origin, 'Auszahlung vorbereiten')
  await preparer.goto(`${consoleAt}/auszahlungen`)
  await act(preparer, 'propose')
  await expect(
    preparer.getByRole('main').getByText('Vorgeschlagen. Jetzt entscheidet jemand anderes.'),
  ).toBeVisible()
  await topItem(preparer.getByRole('rowheader').getByRole('link')).click()
  await expect(preparer.getByText('Selbst vorgeschlagen.')).toBeVisible()
  const address = preparer.url()

  const approver = await signInAs(at.browser, at.app.origin, 'Auszahlung freigeben')
  await approver.goto(address)
  await act(approver, 'approve')
  const files = approver.getByRole('region', { name: 'Dateien für die Bank' })
  await expect(async () => {
    await approver.goto(address)
    await expect(files).toBeVisible({ timeout: 500 })
  }).toPass()
  const [download] = await Promise.all([
    approver.waitForEvent('download'),
    files.getByRole('link', { name: 'Teil 1 herunterladen' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')

  const said = payeesOf(file).map(({ id, name }) => {
    if (name === names.close) return { id, status: 'RVMC', name: names.bankSpells }
    return { id, status: name === names.none ? 'RVNM' : 'RCVC' }
  })
  await preparer.goto(`${consoleAt}/kontoauszuege`)
  await preparer.locator('details[data-part="upload"] summary').click()
  await preparer.locator('details[data-part="upload"] input[type=file]').setInputFiles({
    name: 'pruefung.xml',
    mimeType: 'application/xml',
    buffer: checkReport(tag(file, 'MsgId'), 'RVCM', said),
  })
  await preparer.locator('details[data-part="upload"]').getByRole('button').last().click()
  const report = preparer.getByRole('region', { name: 'pruefung.xml' })
  for (const said of ['Name ähnlich', 'Name passt nicht'])
    await expect(report).toContainText(`Empfängerüberprüfung: ${said}1`)

  await preparer.goto(address)
  await act(preparer, 'cancel', 'Zwei Namen passen nicht')
  await expect(preparer.getByRole('main').getByText('Von Ihnen vermerkt.')).toBeVisible()
  await approver.goto(address)
  await act(approver, 'cancel', 'Bei der Bank nachgesehen')
  await expect(approver.getByRole('main').getByText('Zurückgenommen. Die Zahlungen')).toBeVisible()
  for (const page of [preparer, approver]) await page.context().close()
}

/** While the bank spells a name otherwise: the question, and the reward's page that leads to it. @param t of the mailed link */
export function holderStates(programme: Programme, language: Language, t: string): PageState[] {
  const to = pathsOf(programme, language)
  return [
    {
      name: 'account name, asked',
      path: to('HolderQuestion', {}, { t }),
      heading: /so\?|name of your account/,
    },
    { name: 'reward, account name asked', path: to('Reward', {}, { t }), heading: /für|for you/ },
  ]
}
