import { accessOf } from '../../contract/every-page.ts'
import type { MailTemplate } from '../../contract/mail-templates.ts'
import { isConsolePage } from '../../contract/page-kinds.ts'
import type { PageName } from '../../contract/pages.ts'
import { pagePath } from '../../contract/paths.ts'
import { formatCents } from '../../domain/money.ts'
import { platformCode } from '../../domain/platform.ts'
import { providerLoginHref } from '../../domain/provider-login.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { addressCode } from '../base/address-code.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { tokenText } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import { readMailPictures } from './mail-pictures.ts'
import { mailTenant } from './mail-tenant.ts'
import { findLastName } from './name-store.ts'
import type { MailData, StoredMail } from './store.ts'
import { findVoucherCodes } from './voucher-store.ts'

/** What a stored mail says, with its links and codes. */
export type MailValues = Record<string, string | number | null>

/**
 * Resolves links and vouchers, which are stored by reference, and the name to greet. `isShown`: for somebody else's eyes, so addresses lose
 * their tokens and queries, and codes are not decrypted.
 */
export async function readMailValues(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  mail: StoredMail,
  { isShown }: { isShown: boolean },
): Promise<MailValues> {
  const locale = mail.locale as Locale
  const read = isShown ? hide : resolve
  const data = await read(tx, deps, tenant, locale, mail.data as MailData)
  return { ...data, ...(await lastNameOf(tx, tenant, mail, data)) }
}

/** Renders a stored mail as it is sent. */
export async function writeMail(
  deps: Deps,
  tenant: Tenant,
  mail: Pick<StoredMail, 'template' | 'locale'>,
  data: MailValues,
) {
  const locale = mail.locale as Locale
  const picture = typeof data['picture'] === 'string' ? data['picture'] : null
  const pictures = await readMailPictures(deps, tenant, picture)
  const rendered = await deps.renderMail({
    template: mail.template as MailTemplate,
    locale,
    data,
    texts: await contentOf(deps, tenant).mailTexts(locale),
    tenant: mailTenant(deps.publicOrigin, tenant, locale, pictures.shown),
  })
  return { rendered, pictures: pictures.parts(rendered.html) }
}

/** The formal greeting needs the last name, looked up by mailbox. */
async function lastNameOf(
  tx: Tx,
  tenant: Tenant,
  mail: StoredMail,
  { firstName, lastName }: Record<string, string | number | null>,
): Promise<Record<string, string | null>> {
  if (tenant.address !== 'Sie') return { lastName: null }
  if (lastName !== undefined) return {}
  if (typeof firstName !== 'string' || firstName === '') return {}
  return { lastName: await findLastName(tx, tenant.code, mail.to_address, firstName) }
}

// With the provider's login, the personal area replaces their tokens and passwords.
const byOwnLogin: readonly PageName[] = [
  'Registration',
  'Confirmation',
  'SetPassword',
  'ForgotPassword',
  'Login',
]

/** The provider's login with the page to return to; null if the page needs none or there is no such login. */
function throughProvider(
  tenant: Tenant,
  locale: Locale,
  page: PageName,
  query: Record<string, string>,
): string | null {
  if (!tenant.autoLogin) return null
  const byUs = byOwnLogin.includes(page)
  if (!byUs && accessOf(page) !== 'login') return null
  const target = pagePath(tenant.routes, locale, byUs ? 'Dashboard' : page, {}, byUs ? {} : query)
  return tenant.providerLogin ? providerLoginHref(tenant.providerLogin, target) : null
}

/** Resolves links and vouchers, stored by reference, into a mail's data. */
async function resolve(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  data: MailData,
): Promise<MailValues> {
  const resolved: MailValues = {}
  for (const [name, value] of Object.entries(data)) {
    if (value === null || typeof value !== 'object') {
      resolved[name] = value
    } else if ('link' in value) {
      const { page, params, query = {}, token } = value.link
      const text = token ? await tokenText(tx, deps.keys, tenant.code, token.id) : null
      const all = token && text ? { ...query, [token.as]: text } : query
      resolved[name] =
        throughProvider(tenant, locale, page, query) ??
        pageUrl(
          deps.publicOrigin,
          isConsolePage(page) ? await deps.tenants.get(platformCode) : tenant,
          locale,
          page,
          params,
          all,
        )
    } else if ('addressCode' in value) {
      resolved[name] = addressCode(deps.keys, value.addressCode)
    } else {
      const codes = await findVoucherCodes(tx, tenant.code, value.vouchersOf)
      resolved[name] = codes
        .map(({ voucher_id, code_encrypted }) =>
          deps.keys.decrypt(code_encrypted, voucherPlace(tenant.code, voucher_id)),
        )
        .join('\n')
      if (codes.length > 1)
        resolved['worths'] = codes.map(({ cents }) => formatCents(cents, locale)).join('\n')
    }
  }
  return resolved
}

const hiddenCode = '•••• •••• ••••'

/** The same without what lets anybody in or is worth money. */
async function hide(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  data: MailData,
): Promise<MailValues> {
  const hidden: MailValues = {}
  for (const [name, value] of Object.entries(data)) {
    if (value === null || typeof value === 'number') hidden[name] = value
    else if (typeof value === 'string') hidden[name] = withoutQuery(value)
    else if ('link' in value) {
      const { page, params } = value.link
      const open = await resolve(tx, deps, tenant, locale, {
        [name]: { link: params ? { page, params } : { page } },
      })
      hidden[name] = withoutQuery(String(open[name]))
    } else if ('addressCode' in value) {
      hidden[name] = '••••••'
    } else {
      const codes = await findVoucherCodes(tx, tenant.code, value.vouchersOf)
      hidden[name] = codes.map(() => hiddenCode).join('\n')
      if (codes.length > 1)
        hidden['worths'] = codes.map(({ cents }) => formatCents(cents, locale)).join('\n')
    }
  }
  return hidden
}

const withoutQuery = (text: string) =>
  /^https?:\/\/\S+$/.test(text) ? text.replace(/[?#].*$/, '') : text
