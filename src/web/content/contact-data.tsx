import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Shape } from '../ui/icon.tsx'

export function ContactData() {
  const { tenant } = usePage()
  const t = useTexts('help')
  const { email, phone, hours } = tenant.contact
  const link = `${linkClass()} wrap-anywhere`
  const icon = 'mt-2.5 size-6 shrink-0 text-primary-text'
  return (
    <aside aria-labelledby="contact-data" className="lg:pt-2">
      <h2 id="contact-data" className="text-xl font-bold">
        {t('contact.direct')}
      </h2>
      <ul className="mt-3 flex flex-col gap-1">
        <li className="flex gap-3">
          <Shape className={icon}>
            <path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384" />
          </Shape>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
            {phone}
          </a>
        </li>
        <li className="flex gap-3">
          <Shape className={icon}>
            <path d="M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 6v6l4 2" />
          </Shape>
          <span className="py-2.5">{hours}</span>
        </li>
        <li className="flex gap-3">
          <Shape className={icon}>
            <path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />
          </Shape>
          <a href={`mailto:${email}`} className={link}>
            {email}
          </a>
        </li>
      </ul>
      <p className="mt-4 font-semibold">{tenant.legalName}</p>
      <TextLink page="Imprint">{t('contact.address')}</TextLink>
    </aside>
  )
}
