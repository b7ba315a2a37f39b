type Json = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Json[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, Answer | { $ref: string }>
}
type Answer = { description: string; content?: Record<string, { schema: Json }> }

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The API document as a page without scripts or further requests. */
export function renderDocs(document: Json, nonce: string): string {
  const { paths, info, components } = document as {
    paths: Record<string, Record<string, Operation>>
    components: { responses: Record<string, Answer> }
    info: { description: string }
  }
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? ''
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        renderOperation(path, method, operation, components.responses),
      ])
    }
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Zuspruch API</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head><body><main><h1>Zuspruch API</h1>
<p>${escape(info.description)}</p><p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
<nav aria-label="Groups"><ul>${[...groups.keys()].map((tag) => `<li><a href="#${escape(tag)}">${escape(tag)}</a></li>`).join('')}</ul></nav>
${[...groups].map(([tag, items]) => `<section id="${escape(tag)}"><h2>${escape(tag)}</h2>${items.join('')}</section>`).join('')}
</main></body></html>`
}

function renderOperation(
  path: string,
  method: string,
  operation: Operation,
  shared: Record<string, Answer>,
): string {
  const caller = operation.security.flatMap((entry) => Object.keys(entry)).join(' or ') || 'anyone'
  const body = operation.requestBody?.content['application/json']?.schema
  const answers = Object.entries(operation.responses).map(([status, own]) => {
    const answer = '$ref' in own ? shared[own.$ref.replace('#/components/responses/', '')]! : own
    const schema = Number(status) < 400 ? answer.content?.['application/json']?.schema : undefined
    return `<dt>${status}</dt><dd>${escape(answer.description).replaceAll('\n\n', '<br>')}${schema ? json(schema) : ''}</dd>`
  })
  const parameters = operation.parameters.map(
    (parameter) =>
      `<li><code>${escape(parameter.name)}</code> in ${parameter.in}${parameter.required ? ', required' : ''}</li>`,
  )
  return `<details id="${escape(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>
<span>${escape(operation.summary)}</span></summary><p>Called by: ${escape(caller)}</p>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body ? `<h3>Body</h3>${json(body)}` : ''}<h3>Answers</h3><dl>${answers.join('')}</dl></details>`
}

const json = (schema: Json) => `<pre tabindex="0">${escape(JSON.stringify(schema, null, 2))}</pre>`

const style = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff}main{max-width:64rem;margin:auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.75rem}h2{margin-top:2.5rem;border-bottom:1px solid #d0d5da;padding-bottom:.25rem}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
nav a{display:inline-block;padding:.5rem 0}a{color:#0b57a4}details{border:1px solid #d0d5da;border-radius:8px;margin:.5rem 0;padding:0 1rem}summary{padding:.75rem 0;cursor:pointer;min-height:1.5rem}
summary b{display:inline-block;min-width:4.5rem}summary span{display:block;color:#4b5560}code,pre{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}pre{background:#f4f6f8;padding:.75rem;border-radius:6px;overflow:auto;max-height:24rem}
dt{font-weight:600}dd{margin:0 0 .5rem 1rem}:focus-visible{outline:3px solid #0b57a4;outline-offset:2px}`
