import { existsSync, readFileSync } from 'node:fs'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'

// The schemas are not ours to redistribute, so tests use them where they lie and skip elsewhere.
const folder = new URL('../../../../../shared/data/xsd/', import.meta.url)

export const hasXsd = existsSync(folder)

const validators = new Map<string, XsdValidator>()

/** What a schema ('iso/pain.001.001.09.xsd') says against a file: '' when it is valid. */
export function xsdErrors(xml: string, schema: string): string {
  const validator = validators.get(schema) ?? loadValidator(schema)
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return ''
  } catch (error) {
    if (error instanceof XmlValidateError) return error.message
    throw error
  } finally {
    document.dispose()
  }
}

function loadValidator(schema: string): XsdValidator {
  const source = XmlDocument.fromBuffer(readFileSync(new URL(schema, folder)))
  const validator = XsdValidator.fromDoc(source)
  validators.set(schema, validator)
  return validator
}
