import { existsSync, readFileSync } from 'node:fs'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'

// We may not redistribute the schemas, so tests use them where they are and skip elsewhere.
const folder = new URL('../../../../../shared/data/xsd/', import.meta.url)

export const hasXsd = existsSync(folder)

const validators = new Map<string, XsdValidator>()

/** Validation errors of a schema ('iso/pain.001.001.09.xsd'); '' if valid. */
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
