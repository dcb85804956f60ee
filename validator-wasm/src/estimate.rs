//! The form as the visitor filled it in.

#[cfg(not(target_family = "wasm"))]
use serde::Deserialize;
use serde::Serialize;
#[cfg(target_family = "wasm")]
use {tsify::Tsify, wasm_bindgen::prelude::wasm_bindgen};

/// The properties of a field that most readers of the form do not need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldFacts {
    /// The default in a request.
    pub initial: &'static str,
    /// The label in reports, by default the form's. `None` if another field's entry has the value.
    pub reported: Option<&'static str>,
    /// The text in the owner's email if the field is blank. If there is one, a blank field has no line.
    pub if_blank: &'static str,
    /// The label of the field's line in the row's text. `None` if the field is not a line of that text.
    pub line: Option<&'static str>,
}

/// What a field is about. Reports list the fields by topic, and within a topic in the order of the form.
#[derive(Clone, Copy, Debug)]
pub enum Topic {
    /// The visitor.
    Person,
    /// What is to be done.
    Work,
    /// Where the tree stands.
    Place,
    /// The visitor's own words, which may be long.
    Details,
}

/// Joins groups of literals, with commas between the groups.
#[cfg(target_family = "wasm")]
macro_rules! comma_separated {
    ($($first:expr),+ $(; $($next:expr),+)*) => {
        concat!($($first),+ $(, ",", $($next),+)*)
    };
}

/// Declares the fields of the form from a table: the struct with their values, and the enum with
/// their names.
macro_rules! form_fields {
    ($($(#[doc = $doc:tt])+ $field:ident: $variant:ident about $topic:ident {
        name: $name:tt,
        label: $label:tt,
        required: $required:tt,
        example: $example:tt,
        $($fact:ident: $value:expr,)*
    })+) => {
        /// The contact form as typed (docs/product.md, section 3).
        ///
        /// Every field is free text: a request may have a service or an urgency that the form does not offer.
        /// In a request to the server, an absent key counts as empty, and an absent urgency as `routine`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(
            not(target_family = "wasm"),
            derive(Deserialize),
            serde(default, bound(deserialize = "T: Deserialize<'de>, Estimate<T>: Default"))
        )]
        #[cfg_attr(target_family = "wasm", derive(Tsify), tsify(type_params = "T = string"))]
        pub struct Estimate<T = String> {
            $($(#[doc = $doc])+ #[serde(rename = $name)] pub $field: T,)+
        }

        impl<T> Estimate<T> {
            /// Creates a form from the value of each field, in the order of the form.
            pub fn from_fn(mut value: impl FnMut(Field) -> T) -> Self {
                Self { $($field: value(Field::$variant),)+ }
            }

            /// Returns the value of a field.
            pub const fn get(&self, field: Field) -> &T {
                match field {
                    $(Field::$variant => &self.$field,)+
                }
            }

            /// Returns a mutable reference to the value of a field.
            pub const fn get_mut(&mut self, field: Field) -> &mut T {
                match field {
                    $(Field::$variant => &mut self.$field,)+
                }
            }
        }

        /// A field of the form. Its wire name is the form control's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(target_family = "wasm", derive(Tsify))]
        pub enum Field {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $variant,)+
        }

        impl Field {
            /// All fields, in the order of the form.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            const TOPICS: [Topic; Self::ALL.len()] = [$(Topic::$topic),+];

            /// The names of all fields, separated by spaces.
            pub const NAMES: &str = concat!($($name, " "),+).trim_ascii_end();

            /// Returns the name of the form control, which is the field's wire name.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns a description for developers.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => const { concat!($($doc),+).trim_ascii() },)+
                }
            }

            /// Returns the label in the form.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)+
                }
            }

            /// Whether a form with this field blank is refused.
            pub const fn is_required(self) -> bool {
                match self {
                    $(Self::$variant => $required,)+
                }
            }

            /// Returns a value that somebody might type.
            pub const fn example(self) -> &'static str {
                match self {
                    $(Self::$variant => $example,)+
                }
            }

            /// Returns the field's other properties.
            pub const fn facts(self) -> &'static FieldFacts {
                const FACTS: &[FieldFacts; Field::ALL.len()] = &[$(FieldFacts {
                    $($fact: $value,)*
                    ..FieldFacts {
                        initial: "",
                        reported: Some($label),
                        if_blank: if $required { "" } else { "Not provided" },
                        line: None,
                    }
                }),+];
                &FACTS[self as usize]
            }
        }

        /// The labels of the fields, as the source of the package's `form.json`.
        #[cfg(target_family = "wasm")]
        #[wasm_bindgen(typescript_custom_section)]
        const FORM_FIELDS: &str = concat!(
            "export interface FormJson {\"fields\":{",
            comma_separated!(
                $("\"", $name, "\":{\"label\":\"", $label, "\",\"required\":", $required, "}");+
            ),
            "}}",
        );
    };
}

form_fields! {
    /// The requested service: one of the form's services, or anything else.
    service: Service about Work {
        name: "service",
        label: "Service",
        required: true,
        example: "Tree Removal",
        line: Some("Service: "),
    }
    /// The urgency: `routine`, `within-week`, `urgent`, `emergency`, or anything else.
    urgency: Urgency about Work {
        name: "urgency",
        label: "Urgency",
        required: false,
        example: "within-week",
        initial: Urgency::Routine.key(),
        if_blank: "",
        line: Some("Urgency: "),
    }
    /// Details, in the visitor's own words. A text with a promotional phrase is refused.
    message: Message about Details {
        name: "message",
        label: "Details",
        required: false,
        example: "The big white oak leans over the garage.",
        reported: Some("Project details"),
        if_blank: "No details were given.",
    }
    /// The address of the tree.
    address: Address about Place {
        name: "address",
        label: "Property address",
        required: true,
        example: "12 Oak Street",
        line: Some("Address: "),
    }
    /// Given name.
    first_name: FirstName about Person {
        name: "firstName",
        label: "First name",
        required: true,
        example: "Jane",
        // The full name is in its place.
        reported: Some("Name"),
    }
    /// Family name.
    last_name: LastName about Person {
        name: "lastName",
        label: "Last name",
        required: true,
        example: "Doe",
        reported: None,
    }
    /// Phone number, in any notation.
    phone: Phone about Person {
        name: "phone",
        label: "Phone",
        required: true,
        example: "404-555-0123",
    }
    /// Email address. An address on the block list is refused.
    email: Email about Person {
        name: "email",
        label: "Email",
        required: false,
        example: "jane.doe@gmail.com",
    }
}

impl Field {
    /// Returns the fields of the spreadsheet, the webhook, and the desk, in their order, each with its label.
    pub fn reported() -> impl Iterator<Item = (Self, &'static str)> {
        const ORDER: [Field; Field::ALL.len()] =
            Field::by_topic([Topic::Person, Topic::Work, Topic::Place, Topic::Details]);
        let fields = ORDER.into_iter();
        fields.filter_map(|field| Some((field, field.facts().reported?)))
    }

    /// Returns all fields, sorted by topic.
    pub const fn by_topic(topics: [Topic; 4]) -> [Self; Self::ALL.len()] {
        let mut fields = Self::ALL;
        let (mut sorted, mut step) = (0, 0);
        while sorted < fields.len() {
            let field = step % fields.len();
            if Self::TOPICS[field] as u8 == topics[step / fields.len()] as u8 {
                fields[sorted] = Self::ALL[field];
                sorted += 1;
            }
            step += 1;
        }
        fields
    }
}

impl Default for Estimate<String> {
    fn default() -> Self {
        Self::from_fn(|field| field.facts().initial.to_owned())
    }
}

impl<T: AsRef<str>> Estimate<T> {
    /// Returns the same form with borrowed texts, for the rules.
    pub fn borrowed(&self) -> Estimate<&str> {
        Estimate::from_fn(|field| self.get(field).as_ref())
    }

    /// Returns the service, if the form offers it.
    pub fn chosen_service(&self) -> Option<Service> {
        Service::from_key(self.service.as_ref().trim())
    }

    /// Returns the urgency, if the form offers it.
    pub fn chosen_urgency(&self) -> Option<Urgency> {
        Urgency::from_key(self.urgency.as_ref().trim())
    }

    /// Whether the urgency is the most urgent choice.
    pub fn is_emergency(&self) -> bool {
        self.chosen_urgency() == Some(Urgency::Emergency)
    }
}

impl<'a> Estimate<&'a str> {
    /// Returns the label of the urgency, or its text if the form does not offer it.
    pub fn urgency_label(&self) -> &'a str {
        self.chosen_urgency()
            .map_or(self.urgency, |choice| choice.label())
    }

    /// Returns the form as the owner reads it: with the full name as the first name, and the urgency's label.
    #[must_use]
    pub fn for_owner(&self, full_name: &'a str) -> Self {
        Self {
            first_name: full_name,
            urgency: self.urgency_label(),
            ..*self
        }
    }
}

/// Whether a text shows nothing: white space, control characters, and [invisible](is_invisible) ones.
pub fn is_blank(text: &str) -> bool {
    (text.chars()).all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Whether a character shows nothing, or changes the direction of the text around it
/// (Unicode's `Default_Ignorable_Code_Point` and `Bidi_Control`, and the blank Braille pattern).
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Expands to the last of one or two tokens.
macro_rules! last {
    ($only:tt) => {
        $only
    };
    ($first:tt $last:tt) => {
        $last
    };
}

/// Declares the choices of a field, with its wire name, in the order of the form, each with its value on the
/// wire and, if it differs, its label.
macro_rules! choices {
    ($(#[$attribute:meta])+ $name:ident: $field:tt { $($variant:ident = $key:tt $(=> $label:tt)?,)+ }) => {
        $(#[$attribute])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(target_family = "wasm", derive(Tsify))]
        #[allow(missing_docs, reason = "each variant is its label")]
        pub enum $name {
            $(#[serde(rename = $key)] $variant,)+
        }

        impl $name {
            /// All choices, in the order of the form.
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$variant),+];

            /// Returns the value of the form's choice.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }

            /// Returns the label in the form.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => last!($key $($label)?),)+
                }
            }

            /// Returns the choice with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.key() == key)
            }
        }

        #[cfg(target_family = "wasm")]
        const _: () = {
            /// The label of each choice by its key, as the source of the package's `form.json`.
            #[wasm_bindgen(typescript_custom_section)]
            const CHOICES: &str = concat!(
                "export interface FormJson {\"",
                $field,
                "\":{",
                comma_separated!($("\"", $key, "\":\"", last!($key $($label)?), "\"");+),
                "}}",
            );
        };
    };
}

choices! {
    /// A service that the form offers (docs/product.md, section 5). On the wire it is its label.
    Service: "service" {
        TreeRemoval = "Tree Removal",
        TreePruning = "Tree Pruning",
        TreeTrimming = "Tree Trimming",
        StormDamage = "Storm Damage",
        StumpGrinding = "Stump Grinding",
        LandCare = "Land Care",
    }
}

choices! {
    /// The urgency of a request (docs/product.md, section 5). On the wire it is its key.
    Urgency: "urgency" {
        Routine = "routine" => "Routine",
        WithinWeek = "within-week" => "Within a week",
        Urgent = "urgent" => "Urgent",
        Emergency = "emergency" => "Emergency",
    }
}
