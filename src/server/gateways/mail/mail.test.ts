import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevInbox } from './dev-inbox.ts'
import type { DevInbox } from './dev-inbox.ts'
import { MailError, openMailGateway } from './mail-gateway.ts'
import type { Mail, MailGateway } from './mail-gateway.ts'

let dataDir = ''
let inbox: DevInbox
let gateway: MailGateway
const start = () => startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-inbox-'))
  inbox = await start()
  gateway = openMailGateway(inbox.smtpUrl)
})
afterAll(async () => {
  gateway.close()
  await inbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const mail = (more: Partial<Mail>): Mail => ({
  id: crypto.randomUUID(),
  from: { name: 'Sonnseite Grüße', address: 'post@sonnseite.example' },
  to: 'erika@beispiel.example',
  subject: 'Ihre Prämie über 50 €',
  date: Temporal.Instant.from('2027-03-01T08:30:00Z'),
  html: '<p>Hallo Jörg, <a href="http://localhost:3000/a?x=1&amp;y=2">weiter</a></p>',
  text: 'Hallo Jörg',
  ...more,
})

test('what could not be loaded for one mail is loaded for the next', async () => {
  let loads = 0
  const flaky = openMailGateway(inbox.smtpUrl, async () => {
    if (loads++ === 0) throw new Error('too many open files')
    return import('nodemailer')
  })
  const first = flaky.send(mail({}))
  flaky.close()
  await expect(first).rejects.toThrow('too many open files')
  const to = 'zweiter@beispiel.example'
  await flaky.send(mail({ to }))
  expect(await inbox.list(to)).toHaveLength(1)
  expect(loads).toBe(2)
  flaky.close()
})

test('a mail arrives over SMTP with its umlauts, links and recipient', async () => {
  await gateway.send(mail({}))
  const [got] = await inbox.list('Erika@Beispiel.example')
  expect(got).toMatchObject({
    To: ['erika@beispiel.example'],
    Subject: 'Ihre Prämie über 50 €',
    Links: ['http://localhost:3000/a?x=1&y=2'],
  })
  expect(got?.Text.trim()).toBe('Hallo Jörg')
  expect(got?.Html).toContain('Jörg')
  expect(got?.ReceivedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('pictures are parts of the mail: they are seen without anything being fetched', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const html = '<img src="cid:logo@picture" alt="Sonnseite">'
  const to = 'bild@beispiel.example'
  await gateway.send(
    mail({ to, html, pictures: [{ cid: 'logo@picture', bytes: png, type: 'image/png' }] }),
  )
  const [got] = await inbox.list(to)
  expect(got?.Html).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
})

test('a mail keeps the name of its sender, and the time is the one that it was given', async () => {
  await gateway.send(mail({ to: 'date@beispiel.example' }))
  const [got] = await inbox.list('date@beispiel.example')
  expect(got).toMatchObject({ From: 'Sonnseite Grüße', ReceivedAt: '2027-03-01T08:30:00.000Z' })
})

test('a mail that is sent twice by a repeated job shows once', async () => {
  const twice = mail({ to: 'twice@beispiel.example' })
  await gateway.send(twice)
  await gateway.send(twice)
  expect(await inbox.list('twice@beispiel.example')).toHaveLength(1)
})

test('mails are listed newest first, for one recipient or all', async () => {
  for (const subject of ['eins', 'zwei', 'drei']) {
    await gateway.send(mail({ to: 'order@beispiel.example', subject }))
  }
  const subjects = (await inbox.list('order@beispiel.example')).map(({ Subject }) => Subject)
  expect(subjects).toEqual(['drei', 'zwei', 'eins'])
  await gateway.send(mail({ to: 'another@beispiel.example' }))
  expect((await inbox.list()).length).toBeGreaterThan(3)
  expect(await inbox.list('nobody@beispiel.example')).toEqual([])
})

test('a recipient with a comma or a line break reaches nobody else', async () => {
  for (const to of [
    'a@beispiel.example, b@beispiel.example',
    'a@beispiel.example\r\nBcc: b@beispiel.example',
  ]) {
    await gateway.send(mail({ to })).catch(() => undefined)
  }
  expect(await inbox.list('b@beispiel.example')).toEqual([])
})

test('the inbox keeps the newest 500 mails, in memory and as files, also of those that it finds at its start', async () => {
  const own = mkdtempSync(join(tmpdir(), 'zuspruch-inbox-'))
  const folder = join(own, 'inbox')
  mkdirSync(folder)
  for (let at = 0; at < 620; at++) {
    const file = join(folder, `m${at}.eml`)
    writeFileSync(file, `From: a@b.example\r\nTo: c@d.example\r\nSubject: mail ${at}\r\n\r\nx`)
    utimesSync(file, 1_800_000_000 + at, 1_800_000_000 + at)
  }
  const full = await startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir: own })
  const sender = openMailGateway(full.smtpUrl)
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.eml')).length
  try {
    const found = await full.list()
    expect([found.length, found[0]?.Subject, found.at(-1)?.Subject]).toEqual([
      500,
      'mail 619',
      'mail 120',
    ])
    expect(files()).toBe(500)
    await sender.send(mail({ subject: 'new' }))
    await expect.poll(async () => (await full.list())[0]?.Subject).toBe('new')
    expect((await full.list()).length).toBe(500)
    await expect.poll(files).toBe(500)
  } finally {
    sender.close()
    await full.close()
    rmSync(own, { recursive: true, force: true })
  }
})

test('mails survive a restart of the inbox, in their order', { tags: 'long' }, async () => {
  const before = await inbox.list()
  gateway.close()
  await inbox.close()
  inbox = await start()
  gateway = openMailGateway(inbox.smtpUrl)
  expect((await inbox.list()).map(({ Subject }) => Subject)).toEqual(
    before.map(({ Subject }) => Subject),
  )
})

test('the page of the inbox opens, but not for pages of other origins or through other names', async () => {
  const mails = `${inbox.uiUrl}/api/email`
  const page = await fetch(inbox.uiUrl, { headers: { accept: 'text/html' } })
  const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  expect((await fetch(new URL(script, inbox.uiUrl))).status).toBe(200)
  expect((await fetch(mails)).status).toBe(200)
  expect((await fetch(mails, { headers: { origin: inbox.uiUrl } })).status).toBe(200)
  expect((await fetch(mails, { headers: { origin: 'http://evil.example' } })).status).toBe(403)
  expect((await fetch(mails, { headers: { origin: 'null' } })).status).toBe(403)
})

test('a used port is one clear sentence', async () => {
  const uiPort = Number(new URL(inbox.uiUrl).port)
  const second = startDevInbox({ uiPort, host: '127.0.0.1', dataDir })
  await expect(second).rejects.toThrow(`MAIL_UI_PORT ${uiPort} is in use by another program`)
})

test(
  'an inbox that is killed comes back by itself, at the same addresses, with the mails that it had',
  { tags: 'long' },
  async () => {
    await gateway.send(mail({ to: 'killed@beispiel.example', subject: 'Vorher' }))
    const { pid, uiUrl } = inbox
    process.kill(pid!, 'SIGKILL')
    await expect.poll(() => inbox.pid, { timeout: 20_000 }).not.toBe(pid)
    await gateway.send(mail({ to: 'killed@beispiel.example', subject: 'Nachher' }))
    const kept = await inbox.list('killed@beispiel.example')
    expect(kept.map(({ Subject }) => Subject).toSorted()).toEqual(['Nachher', 'Vorher'])
    expect((await fetch(uiUrl, { headers: { accept: 'text/html' } })).status).toBe(200)
  },
)

test('an inbox that was stopped is an error within the time that it has, and works on when it goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-stopped-'))
  const stopped = await startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir, answerMs: 50 })
  process.kill(stopped.pid!, 'SIGSTOP')
  await expect(stopped.list()).rejects.toMatchObject({ failure: { name: 'unavailable' } })
  process.kill(stopped.pid!, 'SIGCONT')
  await expect.poll(() => stopped.list().catch(() => null), { timeout: 20_000 }).toEqual([])
  await stopped.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the inbox ends with its server, even when that is killed', { tags: 'long' }, async () => {
  const script = `
    import { startDevInbox } from ${JSON.stringify(new URL('./dev-inbox.ts', import.meta.url).href)}
    const inbox = await startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir: ${JSON.stringify(dataDir)} })
    console.log(inbox.uiUrl + '/api/healthz')
  `
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await new Promise<string>((done) => {
    server.stdout.once('data', (text) => done(String(text).trim()))
  })
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  const before = await answers()
  server.kill('SIGKILL')
  expect(before).toBe(true)
  await expect.poll(answers, { timeout: 10_000 }).toBe(false)
})

async function serveSmtp(
  answers: (line: string) => string,
): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', (data) => socket.write(answers(String(data))))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test.each([
  [550, true],
  [451, false],
])(
  'an answer %i is an error that says whether trying again helps, and names no address',
  async (code, permanent) => {
    const { server, url } = await serveSmtp((line) =>
      line.startsWith('RCPT') ? `${code} <erika@beispiel.example> refused\r\n` : '250 ok\r\n',
    )
    const refusing = openMailGateway(url)
    const error = await refusing.send(mail({})).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({ permanent })
    expect(String(error)).toContain(`${code}`)
    expect(String(error)).not.toContain('beispiel')
    refusing.close()
    server.close()
  },
)

test('a mail server that is away is an error, not a hang', async () => {
  const { server, url } = await serveSmtp(() => '')
  await new Promise((done) => server.close(done))
  const away = openMailGateway(url)
  await expect(away.send(mail({}))).rejects.toMatchObject({ name: 'MailError', permanent: false })
  away.close()
})

test('a server that must encrypt but cannot gets no mail', async () => {
  const insisting = openMailGateway(`${inbox.smtpUrl}?requireTLS=true`)
  await expect(insisting.send(mail({ to: 'tls@beispiel.example' }))).rejects.toThrow(MailError)
  expect(await inbox.list('tls@beispiel.example')).toEqual([])
  insisting.close()
})

test('mails and their folder are for their owner alone, the folder of an older start included', async () => {
  const older = mkdtempSync(join(tmpdir(), 'zuspruch-inbox-'))
  mkdirSync(join(older, 'inbox'), { mode: 0o755 })
  const own = await startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir: older })
  const to = openMailGateway(own.smtpUrl)
  try {
    await to.send(mail({ to: 'nur@beispiel.example' }))
    await expect.poll(() => own.list('nur@beispiel.example')).toHaveLength(1)
    const modes = readdirSync(join(older, 'inbox'), { recursive: true, withFileTypes: true }).map(
      (entry) => [entry.isDirectory(), statSync(join(entry.parentPath, entry.name)).mode & 0o777],
    )
    expect(modes.length).toBeGreaterThan(0)
    for (const [isFolder, mode] of modes) expect(mode).toBe(isFolder ? 0o700 : 0o600)
    expect(statSync(join(older, 'inbox')).mode & 0o777).toBe(0o700)
  } finally {
    to.close()
    await own.close()
    rmSync(older, { recursive: true, force: true })
  }
})
