//! The form as the visitor filled it in.

#[cfg(not(target_family = "wasm"))]
use serde::Deserialize;
use serde::Serialize;
#[cfg(target_family = "wasm")]
use {tsify::Tsify, wasm_bindgen::prelude::wasm_bindgen};

/// What only some of the fields have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldFacts {
    /// What it holds where a request leaves it out.
    pub initial: &'static str,
    /// What the owner's mail and the spreadsheet call it; `None` where another field's line has it.
    pub reported: Option<&'static str>,
    /// What the owner's mail says where it is blank.
    pub if_blank: &'static str,
    /// What its line in the row's text begins with; `None` where it is no line of that text.
    pub line: Option<&'static str>,
}

impl FieldFacts {
    const BLANK: Self = Self {
        initial: "",
        reported: None,
        if_blank: "",
        line: None,
    };
}

/// Joins groups of literals, with commas between the groups.
#[cfg(target_family = "wasm")]
macro_rules! comma_separated {
    ($($first:expr),+ $(; $($next:expr),+)*) => {
        concat!($($first),+ $(, ",", $($next),+)*)
    };
}

/// Declares the fields of the form, from a table that says everything of each: the struct that holds
/// their values, and the enum that names them.
macro_rules! form_fields {
    ($($(#[doc = $doc:tt])+ $field:ident: $variant:ident {
        name: $name:tt,
        label: $label:tt,
        required: $required:tt,
        example: $example:tt,
        $($fact:ident: $value:expr,)*
    })+) => {
        /// The contact form as typed (docs/product.md, section 3).
        ///
        /// Every field is free text: the form offers choices for service and urgency, but a request
        /// that names another one is still a customer. In a request to the server a key that is
        /// absent counts as empty, an absent urgency as `routine`.
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
            /// Makes a form of a value for each field, asked for in the order of the form.
            pub fn from_fn(mut value: impl FnMut(Field) -> T) -> Self {
                Self { $($field: value(Field::$variant),)+ }
            }

            /// The value of a field.
            pub const fn get(&self, field: Field) -> &T {
                match field {
                    $(Field::$variant => &self.$field,)+
                }
            }

            /// The value of a field, to be changed.
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

            /// The names of all, with spaces between them.
            pub const NAMES: &str = concat!($($name, " "),+).trim_ascii_end();

            /// The name of the form control, as on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What it is, in a sentence or two.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => const { concat!($($doc),+).trim_ascii() },)+
                }
            }

            /// What the form calls it.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)+
                }
            }

            /// Whether a form in which it is blank is refused.
            #[must_use]
            pub const fn is_required(self) -> bool {
                match self {
                    $(Self::$variant => $required,)+
                }
            }

            /// What somebody might type.
            #[must_use]
            pub const fn example(self) -> &'static str {
                match self {
                    $(Self::$variant => $example,)+
                }
            }

            /// What else is known of it.
            #[must_use]
            pub const fn facts(self) -> &'static FieldFacts {
                const FACTS: &[FieldFacts; Field::ALL.len()] = &[$(FieldFacts {
                    $($fact: $value,)*
                    ..FieldFacts::BLANK
                }),+];
                &FACTS[self as usize]
            }
        }

        /// What the page shows of each field. The package's `form.json` is made of it.
        #[cfg(target_family = "wasm")]
        #[wasm_bindgen(typescript_custom_section)]
        const FORM_FIELDS: &str = concat!(
            "export type FormFields = {",
            comma_separated!(
                $("\"", $name, "\":{\"label\":\"", $label, "\",\"required\":", $required, "}");+
            ),
            "};",
        );
    };
}

form_fields! {
    /// What is to be done: one of the form's services, or anything else.
    service: Service {
        name: "service",
        label: "Service",
        required: true,
        example: "Tree Removal",
        reported: Some("Service"),
        line: Some("Service: "),
    }
    /// How soon: `routine`, `within-week`, `urgent`, `emergency`, or anything else.
    urgency: Urgency {
        name: "urgency",
        label: "Urgency",
        required: false,
        example: "within-week",
        initial: Urgency::Routine.key(),
        reported: Some("Urgency"),
        line: Some("Urgency: "),
    }
    /// The visitor's own words. Those with a promotional phrase are refused.
    message: Message {
        name: "message",
        label: "Details",
        required: false,
        example: "The big white oak leans over the garage.",
        reported: Some("Project details"),
        if_blank: "No details were given.",
    }
    /// Where the tree stands.
    address: Address {
        name: "address",
        label: "Property address",
        required: true,
        example: "12 Oak Street",
        reported: Some("Property address"),
        line: Some("Address: "),
    }
    /// Given name.
    first_name: FirstName {
        name: "firstName",
        label: "First name",
        required: true,
        example: "Jane",
        // The full name stands there.
        reported: Some("Name"),
    }
    /// Family name.
    last_name: LastName {
        name: "lastName",
        label: "Last name",
        required: true,
        example: "Doe",
    }
    /// Telephone number in whatever form it was typed.
    phone: Phone {
        name: "phone",
        label: "Phone",
        required: true,
        example: "404-555-0123",
        reported: Some("Phone"),
    }
    /// E-mail address. One on the block list is refused.
    email: Email {
        name: "email",
        label: "Email",
        required: false,
        example: "jane.doe@gmail.com",
        reported: Some("Email"),
        if_blank: "Not provided",
    }
}

impl Field {
    /// The fields that the owner reads, in the order of the row's text, the spreadsheet and the
    /// webhook.
    pub const REPORTED: [Self; 7] = [
        Self::FirstName,
        Self::Phone,
        Self::Email,
        Self::Service,
        Self::Urgency,
        Self::Address,
        Self::Message,
    ];
}

impl Default for Estimate<String> {
    fn default() -> Self {
        Self::from_fn(|field| field.facts().initial.to_owned())
    }
}

impl<T: AsRef<str>> Estimate<T> {
    /// The same form with its texts borrowed, which is how the rules read it.
    #[must_use]
    pub fn borrowed(&self) -> Estimate<&str> {
        Estimate::from_fn(|field| self.get(field).as_ref())
    }

    /// The service, where it is one that the form offers.
    #[must_use]
    pub fn chosen_service(&self) -> Option<Service> {
        Service::from_key(self.service.as_ref().trim())
    }

    /// The urgency, where it is one of the form's choices.
    #[must_use]
    pub fn chosen_urgency(&self) -> Option<Urgency> {
        Urgency::from_key(self.urgency.as_ref().trim())
    }

    /// Whether the urgency is the most urgent choice.
    #[must_use]
    pub fn is_emergency(&self) -> bool {
        self.chosen_urgency() == Some(Urgency::Emergency)
    }
}

impl<'a> Estimate<&'a str> {
    /// The urgency as a person reads it: the choice's label, or the text itself where it is no choice.
    #[must_use]
    pub fn urgency_label(&self) -> &'a str {
        match self.chosen_urgency() {
            Some(choice) => choice.label(),
            None => self.urgency,
        }
    }

    /// The form as the owner reads it: the full name as the first name, the urgency in words.
    #[must_use]
    pub fn for_owner(&self, full_name: &'a str) -> Self {
        Self {
            first_name: full_name,
            urgency: self.urgency_label(),
            ..*self
        }
    }
}

/// Whether nothing was typed: only white space, or NUL characters, which no keyboard
/// types and Postgres cannot store (they are dropped when a [`Lead`](crate::Lead) is made).
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c == '\0')
}

/// The last of one or two.
macro_rules! last {
    ($only:tt) => {
        $only
    };
    ($first:tt $last:tt) => {
        $last
    };
}

/// Declares the choices of a field, in the order of the form, each with what it is on the wire and,
/// where that differs, what a person reads.
macro_rules! choices {
    ($(#[$attribute:meta])+ $name:ident { $($variant:ident = $key:tt $(=> $label:tt)?,)+ }) => {
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

            /// The value of the form's choice.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }

            /// What a person reads.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => last!($key $($label)?),)+
                }
            }

            /// The choice with this key.
            #[must_use]
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.key() == key)
            }
        }

        #[cfg(target_family = "wasm")]
        const _: () = {
            /// The label of each choice, by its key. The package's `form.json` is made of it.
            #[wasm_bindgen(typescript_custom_section)]
            const CHOICES: &str = concat!(
                "export type Form",
                stringify!($name),
                " = {",
                comma_separated!($("\"", $key, "\":\"", last!($key $($label)?), "\"");+),
                "};",
            );
        };
    };
}

choices! {
    /// The services that the form offers (docs/product.md, section 5). On the wire each is its label.
    Service {
        TreeRemoval = "Tree Removal",
        TreePruning = "Tree Pruning",
        TreeTrimming = "Tree Trimming",
        StormDamage = "Storm Damage",
        StumpGrinding = "Stump Grinding",
        LandCare = "Land Care",
    }
}

choices! {
    /// How soon the visitor needs help (docs/product.md, section 5). On the wire each is its key.
    Urgency {
        Routine = "routine" => "Routine",
        WithinWeek = "within-week" => "Within a week",
        Urgent = "urgent" => "Urgent",
        Emergency = "emergency" => "Emergency",
    }
}

impl Urgency {
    /// The choice with this label.
    #[must_use]
    pub fn from_label(label: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|urgency| urgency.label() == label)
    }
}
