//! Parses what people type.

use contact_data::{EmailAddress, PhoneNumber, folded, words};
use proptest::prelude::*;
use serde_json::Value;

fn is_in(address: &EmailAddress, text: &str) -> bool {
    EmailAddress::all_in(text).contains(address)
}

/// Returns the numbers that a text dials, separated by spaces, each with `x` and its extension.
fn dialed(text: &str) -> String {
    let numbers = PhoneNumber::all_in(text).into_iter().map(|number| {
        let extension = number.extension().map(|digits| format!("x{digits}"));
        number.dialed().to_owned() + &extension.unwrap_or_default()
    });
    numbers.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_people_typed_means_what_they_meant() {
    let people: Value = serde_json::from_str(include_str!("people.json")).unwrap();
    for case in people["phone"].as_array().unwrap() {
        let numbers = PhoneNumber::all_dialable_in(case["typed"].as_str().unwrap());
        let dialed: Vec<&str> = numbers.iter().map(PhoneNumber::dialed).collect();
        let also = case["also"].as_array().into_iter().flatten();
        let expected = [&case["dial"]].into_iter().chain(also);
        let expected: Vec<&str> = expected.filter_map(Value::as_str).collect();
        assert_eq!(dialed, expected, "{case}");
        let extension = numbers.first().and_then(PhoneNumber::extension);
        assert_eq!(extension, case["extension"].as_str(), "{case}");
    }
    for case in people["email"].as_array().unwrap() {
        let address: EmailAddress = case["typed"].as_str().unwrap().parse().unwrap();
        assert_eq!(address.mailbox(), case["mailbox"], "{case}");
    }
    for case in people["search"].as_array().unwrap() {
        let [stored, typed] = ["stored", "typed"].map(|key| folded(case[key].as_str().unwrap()));
        assert_eq!(stored.contains(&typed), case["found"], "{case}");
    }
}

#[test]
fn a_person_is_found_however_they_wrote_and_what_only_looks_alike_is_told_apart() {
    let spellings: Value = serde_json::from_str(include_str!("spellings.json")).unwrap();
    let of = |key: &str, kind: &str| -> Vec<String> {
        serde_json::from_value(spellings[key][kind].clone()).unwrap()
    };
    let number = spellings["phone"]["number"].as_str().unwrap();
    let number = PhoneNumber::all_in(number);
    let address = spellings["email"]["address"].as_str().unwrap();
    let address: EmailAddress = address.parse().unwrap();
    for (kind, is_sure) in [("sure", true), ("alike", false)] {
        for text in of("phone", kind) {
            assert!(PhoneNumber::is_any_like_in(&number, &text), "{text}");
            assert_eq!(PhoneNumber::is_any_in(&number, &text), is_sure, "{text}");
        }
        for text in of("email", kind) {
            let like = EmailAddress::all_like_in(&text);
            assert!(like.contains(&address.without_variants()), "{text}");
            assert_eq!(is_in(&address, &text), is_sure, "{text}");
        }
    }
    for text in ["404-555-0124", "404, then 555-012", "call me at 5"] {
        assert!(!PhoneNumber::is_any_like_in(&number, text), "{text}");
    }
    for text in ["ann@gmail.com", "ann.lee@gmail.org", "ann.lee at home"] {
        let like = EmailAddress::all_like_in(text);
        assert!(!like.contains(&address.without_variants()), "{text}");
    }
}

/// Typed texts and the numbers in them, in the format of [`dialed`].
const NUMBERS: &[(&str, &str)] = &[
    ("4\u{332}0\u{332}4\u{332}-555-0123", "4045550123"),
    ("404-555-0123", "4045550123"),
    (" (404) 555-0123 ", "4045550123"),
    ("(404)555-0123", "4045550123"),
    ("404.555.0123", "4045550123"),
    ("404/555-0123", "4045550123"),
    ("404 / 555-0123", "4045550123"),
    ("404,555,0123", "4045550123"),
    ("404_555_0123", "4045550123"),
    ("404*555*0123", "4045550123"),
    ("404·555·0123", "4045550123"),
    ("[404] 555 - 0123", "4045550123"),
    ("404 55 50 123", "4045550123"),
    ("404 555 01 23", "4045550123"),
    ("404555 0123", "4045550123"),
    ("404 5550123", "4045550123"),
    ("123-456-7890", "1234567890"),
    ("555-0123", "5550123"),
    ("5550123", "5550123"),
    ("404 ..... 555 ..... 0123", "4045550123"),
    ("404:555:0123", "4045550123"),
    ("404|555|0123", "4045550123"),
    ("404\n555\n0123", "4045550123"),
    ("{404} 555-0123", "4045550123"),
    // With a country code.
    ("1 404 555 0123", "14045550123"),
    ("1-404-555-0123", "14045550123"),
    ("1 404555 0123", "14045550123"),
    ("1404-555-0123", "14045550123"),
    ("14045550123", "14045550123"),
    ("+1 404.555.0123", "+14045550123"),
    ("+1-404-555-0123", "+14045550123"),
    ("+14045550123", "+14045550123"),
    ("+1(404)555-0123", "+14045550123"),
    ("(+1) 404 555 0123", "+14045550123"),
    ("+ 1 404 555 0123", "+14045550123"),
    ("+1 (0)404 555 0123", "+14045550123"),
    ("+1 555-0123", "5550123"),
    ("001 404 555 0123", "+14045550123"),
    ("0014045550123", "+14045550123"),
    ("00 1 404 555 0123", "+14045550123"),
    ("011 1 404 555 0123", "+14045550123"),
    ("+44 (0)20 7946 0958", "+442079460958"),
    ("+44(0)2079460958", "+442079460958"),
    ("44 (0)20 7946 0958", "+442079460958"),
    ("+44 020 7946 0958", "+442079460958"),
    ("(+44) 20 7946 0958", "+442079460958"),
    ("0044 20 7946 0958", "+442079460958"),
    ("00442079460958", "+442079460958"),
    ("011 44 20 7946 0958", "+442079460958"),
    ("011-44-20-7946-0958", "+442079460958"),
    ("011442079460958", "+442079460958"),
    ("+39 06 698 12345", "+390669812345"),
    ("+33 6 12 34 56 78", "+33612345678"),
    ("+49 (0) 89 / 1234567", "+49891234567"),
    ("+52 55 1234 5678", "+525512345678"),
    ("+91 98765 43210", "+919876543210"),
    ("+354 555 1234", "+3545551234"),
    ("+86 138 1234 5678", "+8613812345678"),
    // In the national format of another country.
    ("020 7946 0958", "02079460958"),
    ("06 12 34 56 78", "0612345678"),
    ("0412 345 678", "0412345678"),
    ("089/1234567", "0891234567"),
    ("44 20 7946 0958", "442079460958"),
    ("0114 496 0123", "01144960123"),
    // Other digits and punctuation.
    ("４０４－５５５－０１２３", "4045550123"),
    ("＋４４ ２０ ７９４６ ０９５８", "+442079460958"),
    ("٤٠٤-٥٥٥-٠١٢٣", "4045550123"),
    ("۴۰۴۵۵۵۰۱۲۳", "4045550123"),
    ("४०४ ५५५ ०१२३", "4045550123"),
    ("4️⃣0️⃣4️⃣5️⃣5️⃣5️⃣0️⃣1️⃣2️⃣3️⃣", "4045550123"),
    ("𝟒𝟎𝟒-𝟓𝟓𝟓-𝟎𝟏𝟐𝟑", "4045550123"),
    ("404\u{a0}555\u{202f}0123", "4045550123"),
    ("404‑555‑0123", "4045550123"),
    ("404–555—0123", "4045550123"),
    ("404−555−0123", "4045550123"),
    ("０３ー１２３４ー５６７８", "0312345678"),
    ("404\t555\t0123", "4045550123"),
    ("\u{200e}+44 20 7946 0958", "+442079460958"),
    ("\u{202a}404-555-0123\u{202c}", "4045550123"),
    ("\u{2068}404\u{ad}-555-0123\u{2069}\u{feff}", "4045550123"),
    ("4O4-555-O123", "4045550123"),
    ("four oh four, 555 0123", "4045550123"),
    (
        "four zero four five five five zero one two three",
        "4045550123",
    ),
    // Words beside the number.
    ("Cell: 404-555-0123", "4045550123"),
    ("Cell404-555-0123", "4045550123"),
    ("404-555-0123call me", "4045550123"),
    ("Jane 404-555-0123 Doe", "4045550123"),
    ("my husband's, 404-555-0123", "4045550123"),
    ("tel:4045550123", "4045550123"),
    ("tel.404-555-0123", "4045550123"),
    ("📞404-555-0123", "4045550123"),
    ("📱 (404) 555-0123 🌳", "4045550123"),
    ("#404-555-0123", "4045550123"),
    ("no. 404-555-0123", "4045550123"),
    ("404-555-0123 (cell)", "4045550123"),
    (
        "12 Oak Street, Decatur GA 30030, 404-555-0123",
        "4045550123",
    ),
    ("12 Oak St Decatur 30030 404-555-0123", "4045550123"),
    ("30030-1234 404-555-0123", "4045550123"),
    ("2026-11-25: 404 555 0123", "4045550123"),
    // Hours.
    ("404-555-0123 9am-5pm", "4045550123"),
    ("404-555-0123 9-5", "4045550123"),
    ("404-555-0123 9:00-17:00", "4045550123"),
    ("404-555-0123 (9 to 5)", "4045550123"),
    ("404-555-0123 after 5:30 p.m.", "4045550123"),
    ("call 4045550123 after 5pm", "4045550123"),
    ("9am-5pm 404-555-0123", "4045550123"),
    ("8-5 404-555-0123", "4045550123"),
    ("8-5 555-0123", "5550123"),
    ("555-0123 9am", "5550123"),
    ("9:00 404-555-0123", "4045550123"),
    ("5:30-6:30 404-555-0123", "4045550123"),
    ("+44 20 7946 0958 9am-5pm", "+442079460958"),
    ("+44 20 7946 0958 9-5", "+442079460958"),
    ("020 7946 0958 9-5", "02079460958"),
    ("404-555-0123 24/7", "4045550123"),
    ("404-555-0123 24 hrs", "4045550123"),
    // Several numbers.
    ("404-555-0123 / 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123/678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 or 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 and 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123, 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123,678-555-0199", "4045550123 6785550199"),
    ("404-555-0123; 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123;678-555-0199", "4045550123 6785550199"),
    ("404-555-0123\n678-555-0199", "4045550123 6785550199"),
    ("404-555-0123\r\n678-555-0199", "4045550123 6785550199"),
    ("404-555-0123\t678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 & 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 - 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 + 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 | 678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 678-555-0199", "4045550123 6785550199"),
    ("4045550123 6785550199", "4045550123 6785550199"),
    ("4045550123\u{200b}6785550199", "4045550123 6785550199"),
    ("H 404-555-0123 W 678-555-0199", "4045550123 6785550199"),
    ("1) 404-555-0123 2) 678-555-0199", "14045550123 6785550199"),
    ("404-555-0123 (678) 555-0199", "4045550123 6785550199"),
    (
        "+1 404 555 0123 +1 678 555 0199",
        "+14045550123 +16785550199",
    ),
    ("+44 20 7946 0958 404-555-0123", "+442079460958 4045550123"),
    (
        "+44 20 7946 0958, +44 20 7946 0959",
        "+442079460958 +442079460959",
    ),
    ("020 7946 0958 / 020 7946 0959", "02079460958 02079460959"),
    ("555-0123 678-555-0199", "5550123 6785550199"),
    ("555-0123 555-0199", "5550123 5550199"),
    ("404-555-0123 / +1 404 555 0123", "4045550123"),
    ("404-555-0123/0199", "4045550123"),
    // Extensions.
    ("604-555-0123 local 212", "6045550123x212"),
    ("404-555-0123 ext 4", "4045550123x4"),
    ("404-555-0123 ext. 4", "4045550123x4"),
    ("404-555-0123 ext.4", "4045550123x4"),
    ("404-555-0123 ext: 4", "4045550123x4"),
    ("404-555-0123 Ext #4", "4045550123x4"),
    ("404-555-0123 ext no. 4", "4045550123x4"),
    ("(404) 555-0123 (Ext. 4)", "4045550123x4"),
    ("404-555-0123, extension 4321", "4045550123x4321"),
    ("404-555-0123 Extension: 4321", "4045550123x4321"),
    ("404.555.0123x4", "4045550123x4"),
    ("404-555-0123 X 12", "4045550123x12"),
    ("404-555-0123 # 4", "4045550123x4"),
    ("404-555-0123 (#4)", "4045550123x4"),
    ("+14045550123,,4", "+14045550123x4"),
    ("404-555-0123,4", "4045550123x4"),
    ("404-555-0123;4", "4045550123x4"),
    ("tel:+1-404-555-0123;ext=4", "+14045550123x4"),
    ("514-555-0123 poste 12", "5145550123x12"),
    ("404-555-0123, press 2", "4045550123x2"),
    (
        "404-555-0123 x4 / 678-555-0199 x5",
        "4045550123x4 6785550199x5",
    ),
    ("404-555-0123 x4 678-555-0199", "4045550123x4 6785550199"),
    ("404-555-0123 #678-555-0199", "4045550123 6785550199"),
    ("404-555-0123 x678-555-0199", "4045550123 6785550199"),
    ("404-555-0123, 9-5", "4045550123"),
    ("404-555-0123,9-5", "4045550123"),
    ("404-555-0123 apt #4", "4045550123"),
    ("404-555-0123 ext", "4045550123"),
    ("404-555-0123\next. 4 feet", "4045550123"),
    ("ext 404-555-0123", "4045550123"),
    // Vanity numbers.
    ("1-800-FLOWERS", "18003569377"),
    ("1-800-flowers", "18003569377"),
    ("1 800 FLOWERS", "18003569377"),
    ("1-800-FLOWERS ext. 4", "18003569377x4"),
    ("800-FLOWERS", "8003569377"),
    ("800 FLOWERS", "8003569377"),
    ("(800) FLOWERS", "8003569377"),
    ("1800FLOWERS", "18003569377"),
    ("+1-800-FLOWERS", "+18003569377"),
    ("1-800-GO-FEDEX", "18004633339"),
    ("1 800 GO FEDEX", "18004633339"),
    ("1-800-TREE-CARE", "18008733227"),
    ("1-800-4-TREES-2", "18004873372"),
    ("404-555-TREE", "4045558733"),
    ("404-555-TREE or 678-555-0199", "4045558733 6785550199"),
    // No number.
    ("", ""),
    ("ask my neighbor", ""),
    ("none", ""),
    ("call me", ""),
    ("e-mail only please", ""),
    ("same as above", ""),
    ("jane@gmail.com", ""),
    ("911", ""),
    ("555", ""),
    ("123456", ""),
    ("555-012", ""),
    ("404-555", ""),
    ("404-555-XXXX", ""),
    ("404-call me", ""),
    ("404 tuesday", ""),
    ("1200 Peachtree Street", ""),
    ("12 Oak Street, Decatur, GA 30030", ""),
    ("Decatur, GA 30030-1234", ""),
    ("2026-11-25", ""),
    ("11/25/2026", ""),
    ("after 5pm, before 9:30", ""),
    ("9:00-17:00", ""),
    ("2026-11-25 10:30", ""),
    ("800 a month", ""),
    ("one or two of three", ""),
    ("4045550123404555", ""),
    ("40455501234045550123", ""),
    ("4111 1111 1111 1111", ""),
    ("123 456 789 012 345 678 901", ""),
    ("+1234567890123456", ""),
];

#[test]
fn a_number_is_found_in_what_people_type() {
    let read = NUMBERS
        .iter()
        .map(|(typed, expected)| (typed, *expected, dialed(typed)));
    let wrong: Vec<_> = read.filter(|case| case.1 != case.2).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(dialed(&"4045550123".repeat(1_470)), "");
    assert_eq!(dialed(&"4045550123 ".repeat(1_470)), "4045550123");
}

#[test]
fn numbers_are_compared_without_extension_and_country_code_1() {
    let number = |text: &str| PhoneNumber::all_in(text).remove(0);
    let one = number("404-555-0123");
    for same in [
        "+1 404 555 0123 x4",
        "001 404 555 0123",
        "1-404-555-0123",
        "(404) 555.0123",
    ] {
        assert_eq!(number(same), one, "{same}");
    }
    assert_eq!(
        number("+44 20 7946 0958").digits(),
        number("442079460958").digits()
    );
    for other in [
        "404-555-0124",
        "555-0123",
        "+44 404 555 0123",
        "404 555-01234",
        "ext 404-555-0124",
    ] {
        assert_ne!(number(other), one, "{other}");
    }
}

#[test]
fn a_number_is_named_in_a_text_of_other_things() {
    let one = PhoneNumber::all_in("404-555-0123 ext 4");
    for text in [
        "<a href=\"tel:4045550123\">",
        "call +1 (404) 555 - 0123 soon",
        "404.555.0123x7",
        "4045550123",
        "1 404555 0123",
        "5 4045550123 4045550123",
        "678-555-0199 / ４０４-５５５-０１２３",
        "2026-11-23: 404 555 0123",
        "order 123 404 555 0123 7",
        &format!("{} 404-555-0123", "oak ".repeat(1_000)),
    ] {
        assert!(PhoneNumber::is_any_in(&one, text), "{text}");
    }
    for text in [
        "",
        "404-555-01234",
        "9404-555-0123",
        "12 Oak Street 404, then 555-0123",
        "404 .... 555 0123",
        "404x555x0123",
        "214045550123",
        &"4045550123".repeat(1_470),
    ] {
        assert!(!PhoneNumber::is_any_in(&one, text), "{text}");
    }
    for (number, text) in [
        ("+44 20 7946 0958", "12 44 20 7946 0958 99"),
        ("1-800-356-9377", "call 1-800-FLOWERS"),
    ] {
        let number = PhoneNumber::all_in(number);
        assert!(PhoneNumber::is_any_in(&number, text), "{text}");
    }
}

#[test]
fn an_address_is_one_mailbox_however_it_is_typed() {
    for (typed, mailbox) in [
        (" Jane.Doe@Gmail.com ", "jane.doe@gmail.com"),
        ("jane@gmail.com.", "jane@gmail.com"),
        ("zoë@müller.de", "zoë@xn--mller-kva.de"),
        ("zoe\u{308}@mu\u{308}ller.de", "zoë@xn--mller-kva.de"),
        ("jane@bücher.de", "jane@xn--bcher-kva.de"),
        ("JANE@BÜCHER.DE", "jane@xn--bcher-kva.de"),
        ("jane@XN--BCHER-KVA.de", "jane@xn--bcher-kva.de"),
        ("jane@ｇｍａｉｌ。com", "jane@gmail.com"),
        ("jane＠gmail.com", "jane@gmail.com"),
        ("\u{200e}jane@gmail.com\u{200b}", "jane@gmail.com"),
        ("\"jane@home\"@gmail.com", "jane@home@gmail.com"),
        ("jane@пример.рф", "jane@xn--e1afmkfd.xn--p1ai"),
        ("jane@my_host.local", "jane@my_host.local"),
    ] {
        let address: EmailAddress = typed.parse().unwrap();
        assert_eq!(address.mailbox(), mailbox, "{typed}");
        assert_eq!(
            format!("{}@{}", address.local_part(), address.domain()),
            mailbox
        );
    }
    for text in [
        "",
        "@",
        "jane",
        "jane@",
        "@gmail.com",
        "jane@.",
        "jane at gmail.com",
    ] {
        assert!(text.parse::<EmailAddress>().is_err(), "{text}");
    }
}

#[test]
fn an_address_is_named_in_a_text() {
    let address: EmailAddress = "jane.o'doe@gmail.com".parse().unwrap();
    for text in [
        "write to JANE.O'DOE@gmail.com",
        "Jane <jane.o'doe@gmail.com>",
        "mailto:jane.o'doe@gmail.com?subject=Oak",
        "- jane.o'doe@gmail.com.",
        "...jane.o'doe@gmail.com...",
        "我的邮箱jane.o'doe@gmail.com",
    ] {
        assert!(is_in(&address, text), "{text}");
    }
    for text in [
        "",
        "jane@gmail.com",
        "mary-jane.o'doe@gmail.com",
        "mary'jane.o'doe@gmail.com",
        "mary.jane.o'doe@gmail.com",
        "jane.o'doe@gmail.com.au",
        "jane.o'doe@gmail.company",
    ] {
        assert!(!is_in(&address, text), "{text}");
    }
    let address: EmailAddress = "zoë@müller.de".parse().unwrap();
    for text in [
        "ZOË@MÜLLER.DE",
        "zoe\u{308}@müller.de",
        "zoë@xn--mller-kva.de",
    ] {
        assert!(is_in(&address, text), "{text}");
    }
}

#[test]
fn spelled_variants_of_a_mailbox_are_one() {
    for address in [
        "jane.doe@mail.com",
        "Jane.Doe@Mail.COM",
        "janedoe+1@mail.com",
        "\"jane.doe\"@mail.com",
        "\"j\\ane\\.doe\\+1 \"@mail.com",
        "\"\\\"jane\\\\doe\\\" \"@mail.com",
        "jane.doe@ｍａｉｌ。com",
        "jane.doe@mail.com.",
        "jane.doe@any.thing.mail.com",
        "jane.doe-1@mail.com",
        "jane.doe=1@mail.com",
        "ｊａｎｅ．ｄｏｅ@mail.com",
    ] {
        let address: EmailAddress = address.parse().unwrap();
        assert_eq!(
            address.without_variants(),
            "janedoe@mail.com",
            "{address:?}"
        );
    }
    for address in [
        "joe@mail.com",
        "janedoe@mail.org",
        "janedoe@ma.il.com",
        "janedoe@mail.com.au",
    ] {
        let address: EmailAddress = address.parse().unwrap();
        assert_ne!(address.without_variants(), "janedoe@mail.com");
    }
}

#[test]
fn a_text_is_folded() {
    for (text, expected) in [
        ("Bonnie O’Neil", "bonnie o'neil"),
        ("Bonnie O'Neil", "bonnie o'neil"),
        (
            "O‘Neil OʼNeil O`Neil O´Neil O＇Neil",
            "o'neil o'neil o'neil o'neil o'neil",
        ),
        ("“Oak”", "\"oak\""),
        ("Oak–Street — 12‑A", "oak-street - 12-a"),
        ("SOFÍA", "sofia"),
        ("Sofi\u{301}a", "sofia"),
        ("Nguyễn Straße ÆØŁ", "nguyen strasse aeol"),
        ("Ｏａｋ　１２", "oak 12"),
        ("Oak\u{a0}\tStreet", "oak  street"),
        ("o\u{ad}ak\u{200d}\u{fe0f}", "oak"),
        ("Иван", "иван"),
        ("樹", "樹"),
        ("がんば", "がんば"),
    ] {
        assert_eq!(folded(text), expected);
    }
    assert_eq!(
        words(&folded("Oak, St.\tO’Neil 🌳")).collect::<Vec<_>>(),
        ["oak", "st", "o", "neil"]
    );
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        let _ = (dialed(&text), text.parse::<EmailAddress>());
        let _ = EmailAddress::all_like_in(&format!("{text}@{text}"));
        prop_assert_eq!(folded(&folded(&text)), folded(&text));
    }

    #[test]
    fn what_is_dialed_is_the_same_number(text in "[-+0-9 ().,/x#;a-cO\n]{0,40}") {
        for number in PhoneNumber::all_in(&text) {
            let again = PhoneNumber::all_in(number.dialed()).remove(0);
            prop_assert_eq!(again.dialed(), number.dialed());
            let number = [number];
            prop_assert!(PhoneNumber::is_any_like_in(&number, &text));
            prop_assert!(text.contains('O') || PhoneNumber::is_any_in(&number, &text));
        }
    }

    /// The erasure's search in the database relies on this.
    #[test]
    fn in_plain_characters_the_last_five_digits_stand_together(text in "[-0-9 ().+/]{0,40}") {
        let typed: String = text.chars().filter(char::is_ascii_digit).collect();
        for number in PhoneNumber::all_in(&text) {
            let digits = number.digits();
            prop_assert!(typed.contains(&digits[digits.len() - 5..]), "{text} {digits}");
        }
    }

    #[test]
    fn a_number_is_the_same_in_any_form(area in 200..1000u32, exchange in 200..1000u32, line in 0..10_000u32, gaps in "[-. ]{2}") {
        let (first, second) = gaps.split_at(1);
        let plain = format!("{area}{exchange}{line:04}");
        for form in [
            format!("{area}{first}{exchange}{second}{line:04}"),
            format!("+1 ({area}) {exchange}{second}{line:04} ext. 7"),
            format!("call {plain} after 5pm"),
            format!("001{plain}"),
        ] {
            let number = PhoneNumber::all_in(&form).remove(0);
            prop_assert_eq!(number.digits(), &plain, "{}", form);
        }
    }

    #[test]
    fn two_numbers_are_two(area in 200..1000u32, line in 1..10_000u32, between in "( / |, |; | or | and |\n| & | )") {
        let text = format!("{area}-555-0000{between}{area}-555-{line:04}");
        prop_assert_eq!(dialed(&text), format!("{area}5550000 {area}555{line:04}"));
    }
}
