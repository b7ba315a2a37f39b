import { isDeepStrictEqual } from 'node:util'
import * as contract from '../../contract/betrieb-agenturen.ts'
import { readElectronicAddress, type ElectronicAddress } from '../../domain/electronic-address.ts'
import { checkLeitwegId, tidyLeitwegId } from '../../domain/leitweg-id.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import { lockAgencyByNumber, updateAgency } from '../agency/store.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { isOwnSeller } from './own-case.ts'
import { findSeller } from './seller-store.ts'
import { needSellers } from './show-sellers.ts'

const texts = {
  shape: {
    de: 'Das ist keine Leitweg-ID. Die Form ist 04011000-1234512345-06.',
    en: 'This is not a Leitweg-ID: it looks like 04011000-1234512345-06.',
  },
  digits: {
    de: 'Die Prüfziffer am Ende passt nicht zur Leitweg-ID: Bitte Zeichen für Zeichen vergleichen.',
    en: 'The check digits at the end do not fit the Leitweg-ID: please compare it character by character.',
  },
  address: {
    de: 'Das ist keine Adresse dieser Art.',
    en: 'This is not an address of this kind.',
  },
  scheme: {
    de: 'Bitte auswählen, was für eine Adresse das ist.',
    en: 'Please choose what kind of address this is.',
  },
  alone: {
    de: 'Ohne Leitweg-ID gilt die E-Mail-Adresse der Agentur.',
    en: 'Without a Leitweg-ID the agency’s e-mail address counts.',
  },
} satisfies Record<string, Said>

type Typed = { leitwegId: string; addressScheme?: ElectronicAddress['scheme'] | undefined } & {
  addressId: string
}

/** @throws validation */
function readTyped(typed: Typed, listener: Listener) {
  const refuse = (field: string, text: keyof typeof texts) =>
    fail('validation', { fields: [{ field, message: say(texts[text], listener) }] })
  const leitwegId = tidyLeitwegId(typed.leitwegId) || null
  const checked = leitwegId === null ? 'ok' : checkLeitwegId(leitwegId)
  if (checked !== 'ok') throw refuse('LeitwegId', checked)
  const id = typed.addressId.trim()
  if (id === '') return { leitwegId, address: null }
  if (leitwegId === null) throw refuse('ERechnungAdresse', 'alone')
  if (!typed.addressScheme) throw refuse('ERechnungArt', 'scheme')
  const address = readElectronicAddress(typed.addressScheme, id)
  if (!address) throw refuse('ERechnungAdresse', 'address')
  return { leitwegId, address }
}

export const saveAgencyEInvoice = serve(contract.saveAgencyEInvoice, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body, caller, now } = call
    const { code } = tenant
    needSellers(tenant, 'agency')
    const { leitwegId, address } = readTyped(body, call)
    const known = isUuid(params.id) ? await findSeller(tx, code, 'agency', params.id) : undefined
    const agency = known && (await lockAgencyByNumber(tx, code, known.number))
    if (!agency) throw fail('not-found')
    const actor = { ...actorOf(caller), reason: body.reason }
    if (await isOwnSeller(tx, deps, code, actor.id, 'agency', agency.agency_id))
      throw fail('own-case')
    if (agency.version !== body.version) throw fail('changed-meanwhile')
    const side = (id: string | null, scheme: string | null, of: string | null) => ({
      leitwegId: id,
      electronicAddress: scheme && of ? `${scheme}:${of}` : null,
    })
    const before = side(agency.leitweg_id, agency.e_address_scheme, agency.e_address)
    const after = side(leitwegId, address?.scheme ?? null, address?.id ?? null)
    if (isDeepStrictEqual(before, after)) return undefined
    await updateAgency(tx, code, agency.agency_id, {
      leitweg_id: leitwegId,
      e_address_scheme: address?.scheme ?? null,
      e_address: address?.id ?? null,
    })
    await audit(tx, code, {
      at: now,
      actor,
      action: 'agency-e-invoice',
      subjectKind: 'agency',
      subjectId: agency.agency_id,
      change: { before, after },
    })
    return undefined
  }),
)
