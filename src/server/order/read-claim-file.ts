import { largestClaimFile } from '../../domain/claim.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import type { ClaimFile } from '../base/claim-store.ts'
import { limitParallel } from '../base/limit-parallel.ts'
import { fail } from '../errors.ts'
import { pdfProblem } from '../gateways/documents/check-pdf.ts'
import { PictureError, rewritePhoto } from '../gateways/pictures/resize-picture.ts'

export const photo = { pixels: 60_000_000, side: 20_000, resultSide: 2_400 }

// A document of 5 MB takes a second of the processor that pages use, too.
const full = () => fail('unavailable', { retryAfterSeconds: 5 })
export const pdfTurns = { atOnce: 1, waiting: 20 }
const turn = limitParallel({ ...pdfTurns, full })

/** The file of a claim, by its content: a picture written anew, or a PDF without anything active. @throws validation of `Datei` */
export async function readClaimFile(base64: string, call: Listener): Promise<ClaimFile> {
  const refuse = (problem: keyof typeof texts) =>
    fail('validation', { fields: [{ field: 'Datei', message: say(texts[problem], call) }] })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > largestClaimFile) throw refuse('large')
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    const problem = await turn(() => pdfProblem(bytes))
    if (problem) throw refuse(problem)
    return { type: 'application/pdf', content: bytes }
  }
  try {
    const content = await rewritePhoto(bytes, photo)
    if (content.length > largestClaimFile) throw refuse('large')
    return { type: 'image/jpeg', content }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.kind === 'too-many' || error.kind === 'too-slow') throw full()
    throw refuse(error.kind === 'too-large' ? 'pixels' : 'type')
  }
}

const texts = {
  large: {
    de: 'Die Datei ist größer als 5 MB.',
    en: 'The file is larger than 5 MB.',
  },
  pixels: {
    de: 'Das Bild hat zu viele Bildpunkte.',
    en: 'The picture has too many pixels.',
  },
  type: {
    de: 'Möglich sind ein PDF oder ein Bild (JPEG, PNG, WebP). Fotos im Format HEIC bitte vorher als JPEG speichern.',
    en: 'Possible are a PDF or a picture (JPEG, PNG, WebP). Please save photos in the HEIC format as JPEG first.',
  },
  unreadable: {
    de: 'Dieses PDF ist beschädigt oder ungewöhnlich aufgebaut. Ein Foto oder Bildschirmfoto davon geht auch.',
    en: 'This PDF is damaged or unusual. A photo or screenshot of it will do, too.',
  },
  active: {
    de: 'Dieses PDF enthält Programme, Formulare oder Anhänge. Ein Foto oder Bildschirmfoto davon geht auch.',
    en: 'This PDF contains programs, forms or attachments. A photo or screenshot of it will do, too.',
  },
  encrypted: {
    de: 'Dieses PDF ist verschlüsselt. Bitte ohne Passwort speichern.',
    en: 'This PDF is encrypted. Please save it without a password.',
  },
} satisfies Record<string, Said>
