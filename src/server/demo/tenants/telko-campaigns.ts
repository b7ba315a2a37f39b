import type { DemoTenant } from './demo-tenant.ts'

export const telkoCampaigns: NonNullable<DemoTenant['campaigns']> = [
  {
    id: 'funkelkopfhoerer',
    title: {
      de: 'Funkelstunde: 50 Kopfhörer im Monat',
      en: 'Funkel hour: 50 headphones a month',
    },
    text: {
      de: 'Bis zum 31. Dezember 2027 verlosen wir jeden Monat 50 Funkkopfhörer unter allen, die uns weiterempfehlen. Dein Bonus kommt trotzdem.',
      en: 'Every month until 31 December 2027 we give away 50 pairs of wireless headphones among everyone who recommends us. Your reward comes all the same.',
    },
    consent: {
      de: 'Ich will bei der Verlosung der Kopfhörer dabei sein. Funkelnetz darf dafür meinen Namen und meine E-Mail-Adresse verwenden.',
      en: 'I want to be in the draw for the headphones. Funkelnetz may use my name and e-mail address for it.',
    },
    legalText: {
      de: `Veranstalterin ist die Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg. Mitmachen können natürliche Personen ab 18 Jahren mit Wohnsitz in Deutschland, die vom 1. Januar 2026 bis zum 31. Dezember 2027 eine Empfehlung erstellen und der Teilnahme zustimmen, außer Beschäftigten der Veranstalterin und ihrer Vertriebspartner. Die Teilnahme ist kostenlos, von einem Vertragsabschluss unabhängig und keine Bedingung für deinen Bonus.

In jedem Kalendermonat werden 50 Paar Funkkopfhörer unter allen Teilnehmenden dieses Monats verlost, jede Person mit einem Los. Gezogen wird bis zum zehnten Tag des Folgemonats. Wer gewonnen hat, erfährt es per E-Mail und hat 14 Tage Zeit, eine Lieferadresse zu nennen; danach zieht das Los neu. Eine Barauszahlung oder ein Umtausch des Gewinns ist nicht möglich.

Deinen Namen und deine E-Mail-Adresse nutzen wir mit deiner Einwilligung (Art. 6 Abs. 1 Buchstabe a DSGVO) allein für die Verlosung und löschen die Teilnahme drei Monate nach der Ziehung. Du kannst die Einwilligung jederzeit für die Zukunft widerrufen, am einfachsten per E-Mail an freunde@funkelnetz.example; danach bist du nicht mehr im Lostopf. Gesetzliche Ansprüche bleiben unberührt.`,
      en: `The organiser is Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg, Germany. Natural persons aged 18 or over living in Germany can take part if they create a recommendation between 1 January 2026 and 31 December 2027 and agree to take part, except employees of the organiser and of its sales partners. Taking part is free, does not depend on a contract and is no condition for your reward.

In each calendar month 50 pairs of wireless headphones are drawn among everyone who took part in that month, one chance for each person. The draw takes place by the tenth day of the following month. Winners are told by e-mail and have 14 days to give a delivery address; after that the draw is repeated. The prize can be neither paid in cash nor exchanged.

With your consent (Article 6(1)(a) GDPR) we use your name and e-mail address for the draw alone, and delete your entry three months after it. You can withdraw your consent at any time for the future, most easily by e-mail to freunde@funkelnetz.example; you are then out of the draw. Statutory claims are not affected.`,
    },
    version: '2026-01',
    startsOn: '2026-01-01',
    endsOn: '2027-12-31',
  },
]
