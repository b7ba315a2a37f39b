import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XmlElement, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import SaxonJS from 'saxon-js'

// The official rules for e-invoices (test/e-invoice-rules/README.md).

export const ruleSets = {
  'EN 16931': 'EN16931-CII-validation.xslt',
  XRechnung: 'XRechnung-CII-validation.xslt',
} as const
export type RuleSet = keyof typeof ruleSets

const root = new URL('../../', import.meta.url)
const compiled = new Map<RuleSet, object>()

/** The compiled rules; made once and kept by their hash. */
export function loadRules(set: RuleSet): object {
  const known = compiled.get(set)
  if (known) return known
  const source = new URL(`test/e-invoice-rules/${ruleSets[set]}`, root)
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const cache = new URL('node_modules/.cache/e-invoice-rules/', root)
  const kept = new URL(`${hash}.json`, cache)
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true })
    const made = new URL(`${hash}.${process.pid}.json`, cache)
    const compiler = createRequire(import.meta.url).resolve('xslt3/xslt3.js')
    const to = `-export:${fileURLToPath(made)}`
    execFileSync(process.execPath, [compiler, `-xsl:${fileURLToPath(source)}`, to, '-nogo'], {
      stdio: 'pipe',
    })
    renameSync(made, kept)
  }
  const rules = JSON.parse(readFileSync(kept, 'utf8')) as object
  compiled.set(set, rules)
  return rules
}

/** Check digits of an IBAN (code 58 and 59): SaxonJS has no integers as large, and our own check has them (domain/iban.ts). */
const beyondSaxon = ['BR-DE-19', 'BR-DE-20']

const svrl = { svrl: 'http://purl.oclc.org/dsdl/svrl' }

export type Broken = { rule: string; flag: string; text: string }
export type Judged = { fired: number; broken: Broken[] }

/** How many rules looked at the document, and which of them it breaks. */
export function judgeInvoice(xml: string, set: RuleSet): Judged {
  const { principalResult: report } = SaxonJS.transform({
    stylesheetInternal: loadRules(set),
    sourceText: xml,
    destination: 'serialized',
  })
  const document = XmlDocument.fromString(report)
  try {
    const found = document.find('//svrl:failed-assert | //svrl:successful-report', svrl)
    const broken = found.map((node) => ({
      rule: (node as XmlElement).attr('id')?.value ?? '',
      flag: (node as XmlElement).attr('flag')?.value ?? '',
      text: node.content.replaceAll(/\s+/g, ' ').trim(),
    }))
    return {
      fired: document.find('//svrl:fired-rule', svrl).length,
      broken: broken.filter(({ rule }) => !beyondSaxon.includes(rule)),
    }
  } finally {
    document.dispose()
  }
}

/** The rules that a document breaks, by name. */
export const brokenRules = (xml: string, set: RuleSet): string[] => [
  ...new Set(judgeInvoice(xml, set).broken.map(({ rule }) => rule)),
]

let schema: XsdValidator | null = null

/** What the schema of CII has against a document; '' if nothing. */
export function schemaErrors(xml: string): string {
  schema ??= loadSchema()
  const document = XmlDocument.fromString(xml)
  try {
    schema.validate(document)
    return ''
  } catch (error) {
    if (error instanceof XmlValidateError) return error.message
    throw error
  } finally {
    document.dispose()
  }
}

function loadSchema(): XsdValidator {
  // The schema imports its neighbours by file.
  xmlRegisterFsInputProviders()
  const folder = new URL('test/e-invoice-rules/schema/', root)
  const path = fileURLToPath(new URL('CrossIndustryInvoice_100pD16B.xsd', folder))
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }))
}
