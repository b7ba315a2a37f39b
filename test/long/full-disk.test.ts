import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addressOf, ask } from '../../scripts/ask.ts'
import {
  answersOk,
  makeDataDir,
  removeDataDir,
  startApp,
  type RunningApp,
} from '../../scripts/start-app.ts'

const isRoot = process.getuid?.() === 0
const place = makeDataDir()
let app: RunningApp | null = null

afterAll(async () => {
  await app?.stop()
  if (isRoot) spawnSync('umount', ['-l', place])
  removeDataDir(place)
})

let people = 0

async function create(origin: string) {
  people += 1
  const body = {
    Empfehlung: { ProductId: '101', Channel: 'wa', Anteil: 50 },
    Empfehler: {
      Vorname: 'Mara',
      Nachname: 'Messwert',
      Email: `disk-${people}@fault.example`,
      Newsletter: false,
      Agb: true,
    },
  }
  return ask(origin, 'POST', '/api/v1/standard/empfehlen/create', { body, from: addressOf(people) })
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  for (const size of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(size)
    try {
      for (;;) writeSync(handle, block)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error
    }
  }
  closeSync(handle)
}

test.skipIf(!isRoot)(
  'a disk that is full is told as a 503, and what was acknowledged is there when there is room again',
  async () => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', place])
    expect(mounted.status, String(mounted.stderr)).toBe(0)
    app = await startApp({ dataDir: place })
    const { origin } = app
    const kept: string[] = []
    fill(join(place, 'filler'))

    const deadline = performance.now() + 60_000
    let refused = await create(origin)
    while (refused.status === 201 && performance.now() < deadline) {
      kept.push((refused.body as { Empfehlungsnummer: string }).Empfehlungsnummer)
      refused = await create(origin)
    }
    expect(refused.body).toMatchObject({ ErrorCode: 'PSOF0002' })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

    rmSync(join(place, 'filler'))
    let created = await create(origin)
    while (created.status !== 201 && performance.now() < deadline + 60_000) {
      expect(created.status, JSON.stringify(created.body)).toBe(503)
      await wait(200)
      created = await create(origin)
    }
    expect(created.status).toBe(201)
    expect(await answersOk(`${origin}/health/ready`)).toBe(true)
    expect(app.child.exitCode, 'without a restart').toBeNull()
    for (const number of kept) {
      expect((await ask(origin, 'GET', `/api/v1/standard/empfehlen/${number}`)).status).toBe(200)
    }
  },
)
