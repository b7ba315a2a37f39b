import * as contract from '../../contract/betrieb-mandanten.ts'
import { localDate } from '../../domain/dates.ts'
import { lackedForKeys, type OperatorRole } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import { platformCode } from '../../domain/platform.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { endApiKey } from '../team/end-api-key.ts'
import { listApiKeys, listLivingKeys } from '../team/key-store.ts'
import { hasLeft } from '../team/left-keys.ts'
import { operatorNames } from '../team/operator-names.ts'
import { makePreview } from '../team/preview.ts'
import { personOf } from '../team/sign-in.ts'
import { rolesAtWork } from '../team/still-at-work.ts'
import { listGrantsAt } from '../team/store.ts'
import { findTenantRow, lockTenantRow, type TenantRow } from '../tenant/store.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'
import { settingsOf } from './apply-settings.ts'
import { createApiKey } from './create-api-key.ts'
import { changeSides, planChange } from './plan-change.ts'
import { tellSettings } from './tell-settings.ts'
import { checkTenant } from './tenant-checks.ts'
import { listTermsVersions } from './tenant-store.ts'
import { stateOf } from './tenants.ts'
import { writeTenant } from './write-tenant.ts'

type Asked = Pick<Call<{ code: string }>, 'deps' | 'tenant' | 'params'>

/** The tenant of a call: any at the platform, itself at a tenant. */
async function findAsked({ deps, tenant, params }: Asked): Promise<TenantRow> {
  const isOwn = tenant.code === platformCode || tenant.code === params.code
  const row =
    isOwn && params.code !== platformCode ? await findTenantRow(deps.db, params.code) : undefined
  if (!row) throw fail('not-found')
  return row
}

export const showSettings = serve(contract.showSettings, async (call) => {
  const { deps } = call
  const row = await findAsked(call)
  const { config, created_at, version, copied_from } = row
  const template = copied_from === null ? undefined : await findTenantRow(deps.db, copied_from)
  const { code, legal } = config
  const { known, keys, grants, makers } = await withTenant(deps.db, code, async (tx) => {
    const keys = await listLivingKeys(tx, code, call.realNow)
    return {
      known: await listTermsVersions(tx, code),
      keys,
      grants: await listGrantsAt(tx, code, call.realNow),
      makers: await operatorNames(
        tx,
        code,
        keys.map(({ maker }) => maker),
      ),
    }
  })
  const first = known.at(-1)?.old ?? legal.termsVersion
  return {
    ...stateOf(deps, row, await checkTenant(deps, row)),
    templateName: template?.config.name ?? null,
    version,
    settings: settingsOf(config),
    keys: keys.map((key) => ({
      id: key.token_id,
      name: key.subject,
      createdAt: key.created_at.toString(),
      validUntil: key.expires_at.toString(),
      lastUsedAt: key.used_at?.toString() ?? null,
      by: key.maker && (makers.get(key.maker) ?? null),
      isLeft: hasLeft(key, code, grants),
    })),
    terms: [
      ...known.map((one) => ({ version: one.new, since: localDate(one.at).toString() })),
      ...(first ? [{ version: first, since: localDate(created_at).toString() }] : []),
    ],
  }
})

type Wanted = { settings?: Record<string, unknown> | undefined; file?: string | undefined }

const notHere = {
  de: 'Ganze Dateien bringt die Plattform ein.',
  en: 'Whole files are brought by the platform.',
}

function needPlatform({ tenant, locale }: Pick<Call, 'tenant' | 'locale'>, { file }: Wanted): void {
  if (file !== undefined && tenant.code !== platformCode)
    throw fail('validation', { fields: [{ field: 'Datei', message: notHere[locale] }] })
}

export const checkSettings = serve(contract.checkSettings, async (call) => {
  const { deps, body } = call
  needPlatform(call, body)
  const row = await findAsked(call)
  return withTenant(deps.db, row.config.code, async (tx) => {
    // Nothing is kept: a stored picture would be public before anybody saved it.
    const plan = await planChange(tx, call, row, body)
    return {
      version: row.version,
      settings: plan.values,
      changes: plan.changes.map((change) => changeSides(change, call.locale)),
    }
  })
})

export const saveSettings = serve(contract.saveSettings, async (call) => {
  const { deps, body, now } = call
  needPlatform(call, body)
  const asked = await findAsked(call)
  const { code } = asked.config
  const changed = await withTenant(deps.db, code, async (tx) => {
    const row = await lockTenantRow(tx, code)
    if (row?.version !== body.version) throw fail('changed-meanwhile')
    const plan = await planChange(tx, call, row, body)
    if (plan.changes.length > 0) {
      const actor = { ...actorOf(call.caller), reason: body.reason }
      await writeTenant(tx, plan, plan.changes, { actor, now, keys: deps.keys })
      if (row.published_at !== null)
        await tellSettings(tx, deps, code, plan.changes, { actor, version: row.version })
    }
    return plan.changes.length
  })
  deps.tenants.forget(code)
  return { changed }
})

export const previewTenant = serve(contract.previewTenant, async (call) => {
  const { deps } = call
  const { tokenId } = personOf(call)
  const { config, published_at } = await findAsked(call)
  const url = new URL(tenantOrigin(deps.publicOrigin, config))
  if (published_at !== null) return { url: url.href }
  url.pathname = '/vorschau'
  url.searchParams.set('t', makePreview(deps, 'link', config.code, tokenId))
  return { url: url.href }
})

const noKey = {
  taken: {
    de: 'Einen Schlüssel mit diesem Namen gibt es schon.',
    en: 'There is a key of this name already.',
  },
  draft: {
    de: 'Einen Schlüssel gibt es erst, wenn der Mandant öffentlich ist.',
    en: 'There are keys only once the tenant is public.',
  },
}

export const createTenantKey = serve(contract.createTenantKey, async (call) => {
  const { deps, tenant, caller, body, locale, realNow } = call
  const { code } = (await findAsked(call)).config
  // 587: it imports contracts, so it takes the right to import them.
  const { roles, operatorId } = personOf({ caller })
  const needKeys = (held: readonly OperatorRole[], place: string) => {
    const lacked = lackedForKeys(held, place)
    if (lacked) throw fail('not-authorised', { said: missingRight(lacked) })
  }
  needKeys(roles, tenant.code)
  const actor = { ...actorOf(call.caller), reason: body.reason }
  const key = await withTenant(deps.db, code, async (tx) => {
    // The end of a right takes the same lock, so no key is made behind it (673).
    await lockTenantRow(tx, code)
    needKeys(await rolesAtWork(tx, code, operatorId, realNow), code)
    return createApiKey(tx, deps, code, { name: body.name, login: false }, actor)
  })
  if (typeof key === 'string')
    throw fail('validation', { fields: [{ field: 'Name', message: noKey[key][locale] }] })
  return { key: key.text }
})

export const endTenantKey = serve(contract.endTenantKey, async (call) => {
  const { deps, params, body } = call
  const { code } = (await findAsked(call)).config
  const actor = { ...actorOf(call.caller), reason: body.reason }
  await withTenant(deps.db, code, async (tx) => {
    await lockTenantRow(tx, code)
    const key = (await listApiKeys(tx, code)).find(({ token_id }) => token_id === params.id)
    if (!key) throw fail('not-found')
    if (key.revoked_at !== null) throw fail('changed-meanwhile')
    await endApiKey(tx, deps, code, key, { actor })
  })
  return {}
})
