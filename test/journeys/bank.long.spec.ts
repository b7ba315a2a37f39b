import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { writeStatusReport } from '../../src/server/gateways/bank-files/write-status-report.ts'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { buttonOf, collectCash, demoOf, logIn, openReward } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { lena } from './demo-accounts.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const tag = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? ''

test('a payment that the bank rejects comes back with its reason once a second person confirms it, and the next one arrives', async ({
  page,
  browser,
}) => {
  const demo = demoOf(app.origin)
  const api = apiOf(app.origin, 'standard')
  const { Empfehlungsnummer: number } = await recommendAs(api, lena, '101', 100)
  const recipient = await acceptAs(api, demo, number, {
    first: 'Uwe',
    last: 'Götze',
    email: 'uwe.goetze@post.example',
  })
  await demo.contract('standard', { Empfaengernummer: recipient })
  await demo.clock('P15D')
  await openReward(
    page,
    buttonOf(await demo.mail(lena.email, /Prämie ist da/)),
    'Geld aufs Konto: Auszahlen lassen',
  )
  await collectCash(page, { holder: 'Lena Sommer', iban: 'DE89 3704 0044 0532 0130 00' })

  await demo.clock('P28D')
  const first = await demo.payout('standard')
  const report = join(app.dataDir, 'status.xml')
  await writeFile(
    report,
    writeStatusReport({
      messageId: 'BANK-1',
      createdAt: Temporal.Now.instant(),
      originalMessageId: tag(first.File ?? '', 'MsgId'),
      transactions: [
        { endToEndId: tag(first.File ?? '', 'EndToEndId'), status: 'RJCT', reasonCode: 'AC04' },
      ],
    }),
  )
  // It ends as a failure, as somebody has to look at it.
  const applied = runCli(app, 'payout', 'apply', report, '--tenant', 'standard')
  const said: unknown = await applied.catch(({ stdout }: { stdout: string }) => JSON.parse(stdout))
  expect(said).toMatchObject({
    rejected: 0,
    waiting: [tag(first.File ?? '', 'EndToEndId')],
    refused: [],
  })
  // Whoever made the file up would have it paid twice: somebody else looks at the bank first.
  const approver = await (await browser.newContext()).newPage()
  await approver.goto(`${app.origin}/demo?lang=de`)
  await approver.getByRole('button', { name: /Konsole öffnen, Auszahlung freigeben/ }).click()
  await expect(approver).toHaveURL(/betrieb\.localhost/)
  await approver.goto(
    `${app.origin.replace('//localhost', '//betrieb.localhost')}/de/standard/kontoauszuege`,
  )
  const confirm = approver.locator('details[data-part="confirmRejected"]')
  await confirm.locator('summary').click()
  await confirm.getByLabel('Grund').fill('Bei der Bank nachgesehen')
  await confirm.getByRole('button').click()
  await expect(approver.getByRole('main').getByText('Die Ablehnung ist bestätigt.')).toBeVisible()

  expect(await runCli(app, 'payout', 'apply', report, '--tenant', 'standard')).toMatchObject({
    rejected: 0,
    alreadyDone: 1,
  })

  const rejected = await demo.mail(lena.email, /nicht überweisen/)
  expect(rejected.Text).toContain('Das angegebene Konto ist geschlossen.')
  expect(rejected.Text).not.toContain('DE89 3704')
  await openReward(page, buttonOf(rejected), 'Geld aufs Konto: Auszahlen lassen')
  await expect(page.getByText(/Das angegebene Konto ist geschlossen\./)).toBeVisible()
  await collectCash(page, { holder: 'Lena Sommer', iban: 'DE02 1203 0000 0000 2020 51' })

  await demo.clock('P28D')
  const second = await demo.payout('standard')
  expect(second.Batch).not.toBe(first.Batch)
  expect(second.File).toContain('<IBAN>DE02120300000000202051</IBAN>')
  expect(tag(second.File ?? '', 'EndToEndId')).not.toBe(tag(first.File ?? '', 'EndToEndId'))
  await demo.executed('standard', second.Batch!)
  await demo.mail(lena.email, /auf dein Konto überwiesen/)
  expect((await demo.payout('standard')).Batch).toBeNull()
  await logIn(page, app.origin, lena)
  await expect(page.getByText('Ausgezahlt', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /50,00\s€/ })).toBeVisible()
})
