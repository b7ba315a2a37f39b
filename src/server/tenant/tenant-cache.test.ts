import { expect, test } from 'vitest'
import { platformCode } from '../../domain/platform.ts'
import type { Database } from '../db/connection.ts'
import { makeTenantCache } from './tenant-cache.ts'
import { tenantOrigin } from './tenant-origin.ts'

const noDatabase = {} as Database

test.each([
  ['http://localhost:3000', null, 'betrieb.localhost', 'http://betrieb.localhost:3000'],
  ['http://127.0.0.1:3000', null, 'betrieb.localhost', 'http://betrieb.localhost:3000'],
  [
    'https://empfehlen.example',
    null,
    'betrieb.empfehlen.example',
    'https://betrieb.empfehlen.example',
  ],
  ['https://empfehlen.example', 'konsole.example', 'konsole.example', 'https://konsole.example'],
])(
  'with the public origin %s and OPERATOR_HOST %s the console is at %s',
  async (origin, set, host, url) => {
    const tenants = makeTenantCache(noDatabase, origin, set)
    expect(tenantOrigin(origin, await tenants.get(platformCode))).toBe(url)
    for (const written of [host, `${host.toUpperCase()}:8443`, `${host}.`])
      expect([written, tenants.isConsole(written)]).toEqual([written, true])
    for (const other of ['localhost', 'empfehlen.example', `x.${host}`, `${host}.evil.example`])
      expect([other, tenants.isConsole(other)]).toEqual([other, false])
  },
)
