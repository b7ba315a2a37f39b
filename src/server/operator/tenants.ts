import * as contract from '../../contract/betrieb-mandanten.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit } from '../base/audit-store.ts'
import { changed } from '../base/shared-cache.ts'
import { findListing } from '../catalogue/listing-store.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { findTenantPicture } from '../tenant/picture-store.ts'
import {
  findTenantRow,
  listTenantRows,
  lockTenantRow,
  publishDraft,
  type TenantRow,
} from '../tenant/store.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'
import { deleteDraft } from './delete-tenant.ts'
import { endApiKey } from '../team/end-api-key.ts'
import { listLivingKeys } from '../team/key-store.ts'
import { judgeHosts } from './judge-tenant.ts'
import { blankFile, copyFile } from './new-tenant.ts'
import { checkTenant, isComplete, isShared, type TenantCheck } from './tenant-checks.ts'
import { givePictures, takePictures } from './tenant-pictures.ts'
import { writeTenant } from './write-tenant.ts'

export const stateOf = (
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  { config, created_at, published_at, copied_from }: TenantRow,
  checks: TenantCheck[],
) => ({
  code: config.code,
  name: config.name,
  origin: tenantOrigin(publicOrigin, config),
  isDraft: published_at === null,
  createdAt: created_at.toString(),
  publishedAt: published_at?.toString() ?? null,
  copiedFrom: copied_from,
  checks,
})

export const listTenants = serve(contract.listTenants, async ({ deps }) => {
  const tenants = []
  for (const row of await listTenantRows(deps.db))
    tenants.push(stateOf(deps, row, await checkTenant(deps, row)))
  return { tenants }
})

const texts = {
  code: { de: 'Diesen Code hat schon ein Mandant.', en: 'Another tenant has this code.' },
  template: { de: 'Diesen Mandanten gibt es nicht.', en: 'There is no such tenant.' },
  host: { de: 'Diesen Host hat schon jemand.', en: 'This host is taken.' },
}

export const createTenant = serve(contract.createTenant, async (call) => {
  const { deps, body, locale, now } = call
  const { reason } = body
  const refuse = (field: string, text: keyof typeof texts) =>
    fail('validation', { fields: [{ field, message: texts[text][locale] }] })
  const own = {
    code: body.code,
    name: body.name,
    legalName: body.legalName,
    hosts: body.host ? [body.host] : [],
  }
  if (own.code === platformCode) throw refuse('Mandant', 'code')
  const rows = await listTenantRows(deps.db)
  const template = rows.find(({ config }) => config.code === body.template)
  if (body.template && !template) throw refuse('Vorlage', 'template')
  const others = rows.map(({ config }) => config).filter(({ code }) => code !== own.code)
  const file = template ? await copyOf(deps, template, own) : { ...blankFile(own), pictures: [] }
  if (judgeHosts(deps, file.tenant, others)) throw refuse('Host', 'host')
  const actor = { ...actorOf(call.caller), reason }
  await withTenant(deps.db, own.code, async (tx) => {
    const draft = { copiedFrom: template?.config.code ?? null }
    const isMade = await writeTenant(tx, file, null, { actor, now, keys: deps.keys, draft })
    if (!isMade) throw refuse('Mandant', 'code')
  })
  deps.tenants.forget()
  return { code: own.code }
})

async function copyOf(deps: Deps, { config }: TenantRow, own: Parameters<typeof copyFile>[1]) {
  const given = await withTenant(deps.db, config.code, async (tx) =>
    givePictures({ tenant: config, listing: await findListing(tx, config.code) }, (name) =>
      findTenantPicture(tx, config.code, name),
    ),
  )
  return takePictures(copyFile(given, own), async () => undefined)
}

export const publishTenant = serve(contract.publishTenant, async (call) => {
  const { deps, params, body, now } = call
  const { version, sharesOnPurpose, reason } = body
  personOf(call)
  const row = await findTenantRow(deps.db, params.code)
  if (!row || params.code === platformCode) throw fail('not-found')
  const checks = await checkTenant(deps, row)
  if (!isComplete(checks) || (isShared(checks) && !sharesOnPurpose)) throw fail('tenant-incomplete')
  const { code } = row.config
  await withTenant(deps.db, code, async (tx) => {
    const stored = await lockTenantRow(tx, code)
    if (stored?.version !== version || stored.version !== row.version)
      throw fail('changed-meanwhile')
    if (!(await publishDraft(tx, code, now))) throw fail('changed-meanwhile')
    // 606: whoever sets up a draft need not have the right to import contracts into it.
    const actor = { ...actorOf(call.caller), reason }
    for (const key of await listLivingKeys(tx, code, call.realNow))
      await endApiKey(tx, deps, code, key, { actor, why: 'published' })
    await audit(tx, code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'tenant-published',
      subjectKind: 'tenant',
      subjectId: code,
      details: { shared: checks.flatMap(({ shared }) => shared) },
      change: { before: { isPublic: false }, after: { isPublic: true } },
      reason,
    })
    await notify(tx, 'zuspruch_tenants', code)
    await changed(tx, 'catalogue', code)
    await changed(tx, 'content', code)
  })
  deps.tenants.forget(code)
  return {}
})

export const deleteTenant = serve(contract.deleteTenant, async (call) => {
  const { deps, params, body, now } = call
  personOf(call)
  const row = await findTenantRow(deps.db, params.code)
  if (!row || params.code === platformCode) throw fail('not-found')
  const { code, name } = row.config
  const kept = await call.transaction((tx) =>
    deleteDraft(tx, { code, name }, { actor: actorOf(call.caller), reason: body.reason, now }),
  )
  // Somebody else was faster.
  if (kept !== null && !(await findTenantRow(deps.db, code))) throw fail('not-found')
  if (kept !== null) throw fail('tenant-in-use')
  deps.tenants.forget(code)
  deps.cache.forget()
  return {}
})
