import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../../domain/tenant.ts'
import { together } from '../../db/together.ts'

export type DefaultTexts = Record<Locale, Record<string, string>>

// Texts are data, not code of the web: they are read as the files they are, once.
const webFolder = join(import.meta.dirname, '../../../web')
const areasFolder = (locale: Locale) => join(webFolder, 'texts', locale)
const mailFile = (locale: Locale) => join(webFolder, 'mails/texts', `${locale}.json`)

let interfaceTexts: Promise<DefaultTexts> | null = null
let mailTexts: Promise<DefaultTexts> | null = null

/** The texts of all pages by area.key, with the endings that they have in their files (`_du`, `_sie`, `_one`, `_other`). */
export const readInterfaceTexts = (): Promise<DefaultTexts> =>
  (interfaceTexts ??= forBoth(async (locale) => {
    const files = (await readdir(areasFolder(locale))).filter((file) => file.endsWith('.json'))
    const areas = await Promise.all(
      files.map(async (file) => {
        const texts = await readTexts(join(areasFolder(locale), file))
        const area = file.slice(0, -'.json'.length)
        return Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const)
      }),
    )
    return Object.fromEntries(areas.flat())
  }))

/** The texts of mails by their key, with the endings that they have in their files. */
export const readMailTexts = (): Promise<DefaultTexts> =>
  (mailTexts ??= forBoth((locale) => readTexts(mailFile(locale))))

async function forBoth(
  read: (locale: Locale) => Promise<Record<string, string>>,
): Promise<DefaultTexts> {
  const [de, en] = await together([() => read('de'), () => read('en')])
  return { de, en }
}

const readTexts = async (path: string) =>
  JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
