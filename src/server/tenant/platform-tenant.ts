import { consolePages } from '../../contract/console-pages.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { blankTenant } from './blank-tenant.ts'
import { readTenant } from './read-tenant.ts'

/** The console as the pages and mails of a tenant see one: its name, host and look. Everything for customers is empty or off. */
export function makePlatformTenant(host: string): Tenant {
  const blank = blankTenant({
    code: platformCode,
    name: 'Zuspruch Betrieb',
    legalName: 'Zuspruch',
    hosts: [host],
  })
  return {
    ...readTenant({
      ...blank,
      theme: { ...blank.theme, look: 'konsole', logo: '/betrieb.svg', icon: '/betrieb.svg' },
      mailSender: { name: 'Zuspruch Betrieb', address: `betrieb@${host}` },
    }),
    // The way home of error pages leads to the console's start.
    routes: {
      Homepage: consolePages.ConsoleStart.path,
      ...Object.fromEntries(Object.entries(consolePages).map(([name, { path }]) => [name, path])),
    },
  }
}
