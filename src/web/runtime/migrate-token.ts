import { href } from './href.ts'
import type { PageView } from './page-context.tsx'

const key = 'token'

/**
 * An earlier version kept the session in local storage. What is there is removed at once; if nobody is logged in, the server is asked once
 * to turn it into a cookie (domain.md section 8). Nothing is ever stored there again.
 */
export function migrateToken(view: PageView): void {
  let found: string | null
  try {
    found = localStorage.getItem(key)
    localStorage.removeItem(key)
  } catch {
    return // storage unavailable
  }
  const token = found?.replace(/^"|"$/g, '') ?? ''
  if (view.user || !/^[A-Za-z0-9_-]{43}$/.test(token)) return
  send(href(view.tenant, view.locale, 'Admin'), {
    _form: view.formToken,
    kept: token,
    // After a redirect to the login, the wanted page is another one.
    back:
      new URLSearchParams(location.search).get('redirect') ?? location.pathname + location.search,
  })
}

/** As a document, so that scripts never see the answer's cookie. */
function send(action: string, fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
