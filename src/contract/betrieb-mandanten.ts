import { z } from 'zod'
import { checkNames } from '../domain/tenant-settings.ts'
import { tenantCode } from '../domain/tenant.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { count, date, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Tenants: the platform makes, publishes and deletes them; their settings are changed by their own admins, too.

const code = z.string().trim().regex(tenantCode)
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9.-]*$/)
const byCode = shape({ code: ['code', z.string().max(40)] })
const known = ['session-missing', 'not-authorised'] as const

const check = shape({
  name: ['Punkt', z.enum(checkNames)],
  missing: ['Fehlt', z.array(z.string())], // settings by their path, products and vouchers by their id
  shared: ['WieVorlage', z.array(z.string())],
  titles: ['Titel', z.record(z.string(), z.strictObject({ de: z.string(), en: z.string() }))], // of those with an id
})

const stateFields = {
  code: ['Mandant', z.string()],
  name: ['Name', z.string()],
  origin: ['Adresse', z.string()],
  isDraft: ['Entwurf', flag],
  createdAt: ['Angelegt', instant],
  publishedAt: ['Veroeffentlicht', instant.nullable()],
  copiedFrom: ['Vorlage', z.string().nullable()],
  checks: ['Pruefliste', z.array(check)],
} as const

const platform = { caller: 'operator', console: 'platform' } as const

export const listTenants = endpoint({
  ...platform,
  needs: ['read', 'platform'],
  name: 'listTenants',
  method: 'GET',
  path: '/betrieb/mandanten',
  summary: 'Every tenant: whether it is public, its host, and what it lacks. None of its people',
  answer: shape({ tenants: ['Mandanten', z.array(shape(stateFields))] }),
  errors: [...known],
})

export const createTenant = endpoint({
  ...platform,
  needs: ['create', 'platform'],
  name: 'createTenant',
  method: 'POST',
  path: '/betrieb/mandanten',
  summary:
    'A draft of a tenant, blank or from another one’s settings and products; nobody sees it until it is published',
  body: shape({
    code: ['Mandant', code],
    name: ['Name', z.string().trim().min(1).max(80)],
    legalName: ['Firma', z.string().trim().min(1).max(120)],
    host: ['Host', host.optional()],
    template: ['Vorlage', code.optional()],
    reason: ['Grund', reason],
  }),
  answer: shape({ code: ['Mandant', z.string()] }),
  errors: [...known, 'validation'],
})

export const publishTenant = endpoint({
  ...platform,
  needs: ['update', 'platform'],
  asksProof: true,
  name: 'publishTenant',
  method: 'POST',
  path: '/betrieb/mandanten/:code/veroeffentlichung',
  summary:
    'Opens a draft to everybody, once nothing is missing; what it shares with its template has to be meant',
  params: byCode,
  body: shape({
    version: ['Version', count],
    sharesOnPurpose: ['GleichGewollt', flag],
    reason: ['Grund', reason],
  }),
  answer: shape({}),
  errors: [...known, 'proof-needed', 'not-found', 'changed-meanwhile', 'tenant-incomplete'],
})

export const deleteTenant = endpoint({
  ...platform,
  needs: ['delete', 'platform'],
  asksProof: true,
  name: 'deleteTenant',
  method: 'POST',
  path: '/betrieb/mandanten/:code/loeschung',
  summary: 'Deletes a tenant that was never public and has nobody, with all its rows',
  params: byCode,
  body: shape({ reason: ['Grund', reason] }),
  answer: shape({}),
  errors: [...known, 'proof-needed', 'not-found', 'tenant-in-use'],
})

/** At the platform of every tenant, at a tenant of itself. */
const own = { caller: 'operator', console: 'any', params: byCode } as const

export const showSettings = endpoint({
  ...own,
  needs: ['read', 'settings'],
  name: 'showSettings',
  method: 'GET',
  path: '/betrieb/einstellungen/:code',
  summary:
    'A tenant’s settings as the forms have them, its check list, and the versions of its terms',
  answer: shape({
    ...stateFields,
    templateName: ['VorlageName', z.string().nullable()],
    version: ['Version', count],
    settings: ['Einstellungen', z.record(z.string(), z.unknown())], // by path
    // That live.
    keys: [
      'Schluessel',
      z.array(
        shape({
          id: ['Id', z.string()],
          name: ['Name', z.string()],
          createdAt: ['Angelegt', instant],
          validUntil: ['GiltBis', instant],
          lastUsedAt: ['ZuletztBenutzt', instant.nullable()], // about an hour exactly
          by: ['Von', z.string().nullable()], // null: on the server
          isLeft: ['Verwaist', flag], // who made it may make none any more
        }),
      ),
    ],
    terms: [
      'Teilnahmebedingungen',
      z.array(shape({ version: ['Fassung', z.string()], since: ['Seit', date] })),
    ],
  }),
  errors: [...known, 'not-found'],
})

const wanted = {
  settings: ['Einstellungen', z.record(z.string().max(80), z.unknown()).optional()], // by path
  file: ['Datei', z.string().optional()], // a whole tenant file, from operators of the platform
} as const

export const checkSettings = endpoint({
  ...own,
  needs: ['update', 'settings'],
  name: 'checkSettings',
  method: 'PUT',
  path: '/betrieb/einstellungen/:code/pruefung',
  summary: 'What a change would change, with old and new; nothing is saved, its pictures neither',
  body: shape(wanted),
  answer: shape({
    version: ['Version', count],
    // As they have to be saved: as they came, with the version that other terms need.
    settings: ['Einstellungen', z.record(z.string(), z.unknown())],
    changes: [
      'Aenderungen',
      z.array(
        shape({
          setting: ['Einstellung', z.string()],
          old: ['Alt', z.string()],
          new: ['Neu', z.string()],
        }),
      ),
    ],
  }),
  errors: [...known, 'not-found', 'validation'],
})

export const saveSettings = endpoint({
  ...own,
  needs: ['update', 'settings'],
  asksProof: true,
  name: 'saveSettings',
  method: 'PUT',
  path: '/betrieb/einstellungen/:code',
  summary:
    'Changes a tenant’s settings; the later of two changes of one version is refused. What moves money at a public one is mailed to its admins',
  body: shape({ ...wanted, version: ['Version', count], reason: ['Grund', reason] }),
  answer: shape({ changed: ['Geaendert', count] }),
  errors: [...known, 'proof-needed', 'not-found', 'validation', 'changed-meanwhile'],
})

export const previewTenant = endpoint({
  ...own,
  needs: ['read', 'settings'],
  name: 'previewTenant',
  method: 'POST',
  path: '/betrieb/einstellungen/:code/vorschau',
  summary:
    'A link that opens a draft on its own host: for five minutes, then for an hour in that browser, and no longer than the session',
  answer: shape({ url: ['Adresse', z.string()] }),
  errors: [...known, 'not-found'],
})

export const createTenantKey = endpoint({
  ...own,
  needs: ['update', 'settings'],
  asksProof: true,
  name: 'createTenantKey',
  method: 'POST',
  path: '/betrieb/einstellungen/:code/schluessel',
  summary:
    'An API key for the provider’s order feed, of a public tenant; its text is shown once, and its admins are mailed',
  body: shape({
    name: [
      'Name',
      z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,63}$/u),
    ],
    reason: ['Grund', reason],
  }),
  answer: shape({ key: ['Schluessel', z.string()] }),
  errors: [...known, 'proof-needed', 'not-found', 'validation'],
})

export const endTenantKey = endpoint({
  ...own,
  needs: ['update', 'settings'],
  name: 'endTenantKey',
  method: 'POST',
  path: '/betrieb/einstellungen/:code/schluessel/:id/ende',
  summary: 'Ends an API key at once, with every link and session that it opened',
  params: shape({ code: ['code', z.string().max(40)], id: ['id', z.string().max(40)] }),
  body: shape({ reason: ['Grund', reason] }),
  answer: shape({}),
  errors: [...known, 'not-found', 'changed-meanwhile'],
})
