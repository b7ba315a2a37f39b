import { Clock, Mail, Phone } from 'lucide-react'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'

export function ContactData() {
  const { tenant, locale } = usePage()
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
          <Phone aria-hidden="true" className={icon} />
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
            {phone}
          </a>
        </li>
        <li className="flex gap-3">
          <Clock aria-hidden="true" className={icon} />
          <span className="py-2.5">{hours[locale]}</span>
        </li>
        <li className="flex gap-3">
          <Mail aria-hidden="true" className={icon} />
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
