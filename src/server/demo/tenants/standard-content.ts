import type { TenantContent } from '../../../domain/tenant.ts'
import { declareAccessibility } from './declare-accessibility.ts'

const how = { de: 'So funktioniert’s', en: 'How it works' }
const reward = { de: 'Prämie und Auszahlung', en: 'Reward and payment' }
const account = { de: 'Konto und Datenschutz', en: 'Account and privacy' }

export const standardContent: TenantContent = {
  faq: [
    {
      id: 'ablauf',
      group: how,
      question: { de: 'Wie läuft eine Empfehlung ab?', en: 'How does a recommendation work?' },
      answer: {
        de: 'Du suchst dir ein Produkt aus und bekommst einen persönlichen Link, einen QR-Code und einen Code aus acht Zeichen. Einen davon gibst du weiter. Dein Kontakt nimmt die Empfehlung an, bestätigt seine E-Mail-Adresse und schließt den Vertrag ab. Wie weit es ist, siehst du in deinem Bereich.',
        en: 'You choose a product and get a personal link, a QR code and a code of eight characters. You pass one of them on. Your contact accepts the recommendation, confirms their e-mail address and signs the contract. You can follow every step in your personal area.',
      },
    },
    {
      id: 'teilnahme',
      group: how,
      question: { de: 'Wer darf mitmachen?', en: 'Who can take part?' },
      answer: {
        de: 'Alle, die mindestens 18 Jahre alt sind, in Deutschland wohnen und privat empfehlen. Kundin oder Kunde bei uns musst du nicht sein. Mitarbeitende und Dienstleister von Sonnseite können nicht teilnehmen.',
        en: 'Everybody who is at least 18 years old, lives in Germany and recommends privately. You do not have to be a customer of ours. Employees and service providers of Sonnseite cannot take part.',
      },
    },
    {
      id: 'gueltigkeit',
      group: how,
      question: { de: 'Wie lange gilt mein Link?', en: 'How long is my link valid?' },
      answer: {
        de: '60 Tage, bis zum Ende des 60. Tages. Wer die Empfehlung bis dahin angenommen hat, bleibt dabei, auch wenn der Vertrag erst später kommt. Danach legst du einfach eine neue Empfehlung an.',
        en: '60 days, until the end of the 60th day. Whoever has accepted by then stays in, even if the contract comes later. After that you simply make a new recommendation.',
      },
    },
    {
      id: 'mehrere',
      group: how,
      question: {
        de: 'Kann ich einen Link mit mehreren Menschen teilen?',
        en: 'Can I share one link with several people?',
      },
      answer: {
        de: 'Ja. Jeder neue Vertrag zählt für sich und bringt eine eigene Prämie. Schick den Link nur an Menschen, die du kennst: Massenversand, Anzeigen und Gutscheinportale sind nicht erlaubt.',
        en: 'Yes. Every new contract counts and earns a reward of its own. Only send the link to people you know: mass mailings, adverts and voucher portals are not allowed.',
      },
    },
    {
      id: 'selbst',
      group: how,
      question: { de: 'Kann ich mich selbst empfehlen?', en: 'Can I recommend myself?' },
      answer: {
        de: 'Nein. Dein Kontakt muss eine andere Person mit eigener E-Mail-Adresse sein. Wohnt ihr im selben Haushalt oder nutzt ihr dasselbe Konto, prüfen wir die Empfehlung, bevor wir die Prämie freigeben.',
        en: 'No. Your contact has to be another person with their own e-mail address. If you live in the same household or use the same bank account, we check the recommendation before we release the reward.',
      },
    },
    {
      id: 'wann',
      group: reward,
      question: { de: 'Wann bekomme ich meine Prämie?', en: 'When do I get my reward?' },
      answer: {
        de: 'Sobald der Vertrag bestätigt ist, nicht widerrufen wurde und 14 Tage seit Vertragsdatum vorbei sind, schicken wir dir eine E-Mail mit einem Link: Deine Prämie steht bereit. Geld ist 4 bis 10 Wochen nach dieser E-Mail auf deinem Konto, je nachdem, wann du deine Bankverbindung angibst. Einen Gutschein bekommst du innerhalb von 24 Stunden per E-Mail.',
        en: 'As soon as the contract is confirmed, has not been withdrawn and 14 days have passed since its date, we send you an e-mail with a link: your reward is ready. Money is in your account 4 to 10 weeks after that e-mail, depending on when you enter your bank details. A voucher arrives by e-mail within 24 hours.',
      },
    },
    {
      id: 'auswahl',
      group: reward,
      question: { de: 'Was kann ich mir aussuchen?', en: 'What can I choose?' },
      answer: {
        de: 'Geld auf ein Konto im SEPA-Raum oder einen Gutschein, zum Beispiel für Bücher, den Biomarkt oder den Baumarkt. Gutscheine zeigen wir dir, wenn ihre Werte genau zu deiner Prämie passen. Alle Beträge stehen in der Prämienübersicht.',
        en: 'Money to an account in the SEPA area, or a voucher, for example for books, the organic market or the DIY store. We show vouchers when their values add up to exactly your reward. All amounts are in the reward overview.',
      },
    },
    {
      id: 'teilen',
      group: reward,
      question: {
        de: 'Kann ich die Prämie teilen oder verschenken?',
        en: 'Can I share the reward or give it away?',
      },
      answer: {
        de: 'Ja. Beim Empfehlen wählst du: alles für dich, 50:50 oder alles für deinen Kontakt. Welche Beträge das sind, siehst du, bevor du den Link erstellst. Danach lässt sich die Aufteilung nicht mehr ändern.',
        en: 'Yes. When you recommend you choose: everything for you, 50:50 or everything for your contact. You see the amounts before you create the link. The split cannot be changed after that.',
      },
    },
    {
      id: 'storno',
      group: reward,
      question: {
        de: 'Was passiert, wenn der Vertrag storniert wird?',
        en: 'What happens if the contract is cancelled?',
      },
      answer: {
        de: 'Wird der Vertrag widerrufen, storniert oder nicht beliefert, entfällt die Prämie dafür, und wir sagen dir per E-Mail Bescheid. Ist das Geld schon unterwegs, melden wir uns wegen der Rückzahlung. Andere Empfehlungen sind davon nicht betroffen.',
        en: 'If the contract is withdrawn, cancelled or not supplied, its reward lapses and we tell you by e-mail. If the money is already on its way, we get in touch about paying it back. Other recommendations are not affected.',
      },
    },
    {
      id: 'abholen',
      group: reward,
      question: {
        de: 'Wie lange kann ich die Prämie abholen?',
        en: 'How long can I collect the reward?',
      },
      answer: {
        de: '12 Monate ab der E-Mail mit dem Link. Findest du die E-Mail nicht mehr, melde dich an: In deinem Bereich kannst du dir den Link noch einmal schicken lassen.',
        en: '12 months from the e-mail with the link. If you cannot find the e-mail any more, log in: in your personal area you can have the link sent again.',
      },
    },
    {
      id: 'zugang',
      group: account,
      question: {
        de: 'Ich komme nicht in mein Konto. Was tun?',
        en: 'I cannot get into my account. What now?',
      },
      answer: {
        de: 'Geh auf „Anmelden“ und dort auf „Passwort vergessen?“. Wir schicken dir einen Link, der 24 Stunden gilt. Kommt nichts an, sieh bitte im Spam-Ordner nach und prüfe, ob du eine andere Adresse verwendet hast.',
        en: 'Go to “Log in” and then to “Forgot your password?”. We send you a link that is valid for 24 hours. If nothing arrives, please look in your spam folder and check whether you used another address.',
      },
    },
    {
      id: 'daten',
      group: account,
      question: {
        de: 'Was erfahrt ihr über meinen Kontakt?',
        en: 'What do you learn about my contact?',
      },
      answer: {
        de: 'Nichts, bevor dein Kontakt das Formular selbst absendet: Wir schreiben niemanden an, nur weil du uns eine Adresse nennst. Du siehst später die Initialen und den Schritt, auf dem die Empfehlung steht, aber weder Vertrag noch Preis. Daten, die nie bestätigt wurden, löschen wir nach 12 Wochen.',
        en: 'Nothing before your contact sends the form themselves: we write to nobody just because you give us an address. Later you see the initials and the step the recommendation has reached, but neither contract nor price. Data that was never confirmed is deleted after 12 weeks.',
      },
    },
    {
      id: 'kontakt',
      group: account,
      question: { de: 'Wie erreiche ich euch?', en: 'How can I reach you?' },
      answer: {
        de: 'Am einfachsten über das Kontaktformular oder unter hallo@sonnseite.example. Telefonisch sind wir Montag bis Freitag von 8 bis 18 Uhr unter +49 221 4710 520 da. Halte am besten deinen Empfehlungscode bereit.',
        en: 'The easiest way is the contact form or hallo@sonnseite.example. By phone we are there Monday to Friday from 8 am to 6 pm at +49 221 4710 520. It helps to have your recommendation code at hand.',
      },
    },
  ],
  accessibility: declareAccessibility({
    name: 'Sonnseite',
    legalName: 'Sonnseite Energie & Zuhause GmbH',
    place: 'Sonnwinkelgasse 14, 50968 Köln',
    email: 'hallo@sonnseite.example',
    phone: '+49 221 4710 520',
    address: 'du',
    about: {
      de: 'Auf diesen Seiten empfiehlst du Energieverträge und weitere Produkte von Sonnseite, verfolgst deine Empfehlungen und nimmst Prämien entgegen. Wem etwas empfohlen wird, gibt hier seine Daten an und gelangt zum Angebot. Jeder Schritt ist auf der jeweiligen Seite in Worten erklärt; Hilfe gibt es außerdem auf der Seite mit häufigen Fragen.',
      en: 'On these pages you recommend energy contracts and other Sonnseite products, follow your recommendations and receive rewards. Whoever is recommended enters their data here and goes on to the offer. Every step is explained in words on its page, and the page of frequently asked questions gives further help.',
    },
    limits: {
      de: [
        'Die Seiten der Gutscheinpartner, bei denen du einen Gutschein einlöst. Auf sie haben wir keinen Einfluss; statt eines Gutscheins kannst du immer das Geld wählen.',
        'Messenger und soziale Netzwerke, die sich beim Teilen öffnen. Den Link kannst du stattdessen kopieren oder den Code mündlich weitergeben.',
        'Der QR-Code ist ein Bild. Er enthält nur deinen Link, der direkt daneben als Text steht.',
      ],
      en: [
        'The pages of voucher partners where you redeem a voucher. We have no influence on them; you can always choose money instead of a voucher.',
        'Messengers and social networks that open when you share. You can copy the link instead, or tell somebody the code.',
        'The QR code is a picture. It holds nothing but your link, which stands next to it as text.',
      ],
    },
  }),
}
