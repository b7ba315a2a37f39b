import * as contract from '../../contract/agentur-konto.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { pictureType } from '../../domain/picture-type.ts'
import { say, type Listener } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { PictureError, rewriteLogo } from '../gateways/pictures/resize-picture.ts'
import { fileCsp } from '../base/safety-headers.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'
import { findAgency, findLogo, hasLogo, setLogo, updateAgency } from './store.ts'

export const largestLogo = 300 * 1024 // bytes, as in the table
export const logoLimits = { pixels: 16_000_000, side: 4000, resultSide: 800, bytes: largestLogo }

const logoTexts = {
  large: {
    de: 'Das Bild ist größer als 300 KiB. Bitte verkleinern Sie es.',
    du: 'Das Bild ist größer als 300 KiB. Bitte verkleinere es.',
    en: 'The picture is larger than 300 KiB. Please make it smaller.',
  },
  pixels: {
    de: 'Das Bild hat zu viele Bildpunkte. Bitte verkleinern Sie es auf höchstens 4000 mal 4000.',
    du: 'Das Bild hat zu viele Bildpunkte. Bitte verkleinere es auf höchstens 4000 mal 4000.',
    en: 'The picture has too many pixels. Please make it no larger than 4000 by 4000.',
  },
  type: {
    de: 'Das ist kein Bild, das wir zeigen können. Bitte wählen Sie eine Datei im Format PNG, JPEG oder WebP.',
    du: 'Das ist kein Bild, das wir zeigen können. Bitte wähl eine Datei im Format PNG, JPEG oder WebP.',
    en: 'This is not a picture that we can show. Please choose a PNG, JPEG or WebP file.',
  },
}

export const showAgency = serve(contract.showAgency, async ({ tenant, caller, transaction }) => {
  const { agencyId } = agencyUserOf(caller)
  const [agency, logo] = await transaction((tx) =>
    together([
      () => findAgency(tx, tenant.code, agencyId),
      () => hasLogo(tx, tenant.code, agencyId),
    ]),
  )
  if (!agency) throw fail('session-missing')
  return {
    number: agency.number,
    state: agency.state,
    name: agency.name,
    email: agency.email,
    phone: agency.phone ?? '',
    street: agency.street ?? '',
    houseNumber: agency.house_number ?? '',
    zip: agency.zip ?? '',
    city: agency.city ?? '',
    vatId: agency.vat_id ?? '',
    hasLogo: logo,
  }
})

export const saveAgency = serve(contract.saveAgency, async (call) => {
  const { agencyId } = agencyUserOf(call.caller)
  const { name, phone, street, houseNumber, zip, city, vatId } = call.body
  const email = normaliseEmail(call.body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  await call.transaction((tx) =>
    together([
      () =>
        updateAgency(tx, call.tenant.code, agencyId, {
          name,
          email,
          phone: phone || null,
          street: street || null,
          house_number: houseNumber || null,
          zip: zip || null,
          city: city || null,
          vat_id: vatId.replaceAll(' ', '').toUpperCase() || null,
        }),
      () =>
        audit(tx, call.tenant.code, {
          at: call.now,
          actor: actorOf(call.caller),
          action: 'update-agency',
          subjectKind: 'agency',
          subjectId: agencyId,
        }),
    ]),
  )
  return {}
})

/** Detects a logo's type by its bytes, and stores our encoding, not the upload. */
export const saveAgencyLogo = serve(contract.saveAgencyLogo, async (call) => {
  const { agencyId } = agencyUserOf(call.caller)
  const logo = call.body.picture === null ? null : await readLogo(call.body.picture, call)
  await call.transaction((tx) =>
    together([
      () => setLogo(tx, call.tenant.code, agencyId, logo),
      () =>
        audit(tx, call.tenant.code, {
          at: call.now,
          actor: actorOf(call.caller),
          action: logo ? 'set-agency-logo' : 'remove-agency-logo',
          subjectKind: 'agency',
          subjectId: agencyId,
        }),
    ]),
  )
  return {}
})

async function readLogo(base64: string, call: Listener): Promise<Buffer> {
  const refuse = (problem: keyof typeof logoTexts) =>
    fail('validation', { fields: [{ field: 'Bild', message: say(logoTexts[problem], call) }] })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > largestLogo) throw refuse('large')
  try {
    const logo = await rewriteLogo(bytes, logoLimits)
    // For noisy pictures, our encoding is larger than the upload.
    if (logo.length > largestLogo) throw refuse('large')
    return logo
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.kind === 'too-many' || error.kind === 'too-slow')
      throw fail('unavailable', { retryAfterSeconds: 5 })
    throw refuse(error.kind === 'too-large' ? 'pixels' : 'type')
  }
}

export const showAgencyLogo = serve(contract.showAgencyLogo, async (call) => {
  const { agencyId } = agencyUserOf(call.caller)
  const logo = await call.transaction((tx) => findLogo(tx, call.tenant.code, agencyId))
  const type = logo && pictureType(logo)
  if (!logo || !type) throw fail('not-found')
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', fileCsp)
    .type(type)
  await call.reply.send(logo)
  return undefined
})
