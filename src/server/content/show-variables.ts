import { showVariables as endpoint } from '../../contract/content.ts'
import { tenantVariables } from '../../domain/content-variables.ts'
import { serve } from '../serve.ts'

export const showVariables = serve(endpoint, async ({ tenant, locale, body }) =>
  chosen(tenantVariables(tenant, locale), body),
)

/** Those named, or all. */
export function chosen(values: Record<string, string>, names: string[] | null) {
  const all = names === null || names.length === 0
  const wanted = new Set((names ?? []).map((name) => name.toLowerCase()))
  return {
    variables: Object.entries(values)
      .filter(([name]) => all || wanted.has(name))
      .map(([name, value]) => ({ name, value })),
  }
}
