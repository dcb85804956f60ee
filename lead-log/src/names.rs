//! The statuses of a lead, the reasons for losing one, and what is said of an appointment.

use serde::{Deserialize, Serialize};

/// Defines an enum whose variants have names: in JSON, in the database, and in metrics.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $Enum:ident { $($(#[$note:meta])* $Variant:ident = $name:tt,)+ }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
        pub enum $Enum { $($(#[$note])* #[serde(rename = $name)] $Variant,)+ }

        impl $Enum {
            /// In the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$Variant),+];

            /// Returns the name in JSON, in the database, and in metrics.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name),+ }
            }

            /// Returns `None` for a name that only a newer version knows.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.name() == name)
            }
        }
    };
}

named! {
    /// How far a lead is.
    #[derive(Default)]
    pub enum Status {
        /// Nobody has called yet.
        #[default]
        New = "new",
        /// The customer was reached.
        Called = "called",
        /// Somebody called, texted, or wrote, and the customer was not reached.
        NoAnswer = "no-answer",
        /// The customer has an estimate.
        Quoted = "quoted",
        /// The customer ordered.
        Won = "won",
        /// The customer did not order.
        Lost = "lost",
        /// The lead is spam.
        Spam = "spam",
    }
}

named! {
    /// The reason that a lead was lost.
    pub enum LostReason {
        /// The price was too high.
        Price = "price",
        /// The company responded too late.
        Late = "late",
        /// The customer chose another company.
        Elsewhere = "elsewhere",
        /// The work is not the company's kind of work.
        NotOurs = "not-ours",
        /// The number belongs to nobody who asked.
        WrongNumber = "wrong-number",
    }
}

named! {
    /// What an appointment is for.
    pub enum Purpose {
        /// Somebody looks at the trees, for an estimate.
        Estimate = "estimate",
        /// A day of the ordered work.
        Work = "work",
    }
}

named! {
    /// Why an appointment was moved.
    pub enum Why {
        /// The weather does not allow it.
        Rain = "rain",
        /// The customer asked for it.
        Customer = "customer",
        /// The crew cannot come.
        Crew = "crew",
    }
}

named! {
    /// How an appointment ended.
    pub enum End {
        /// The company was there.
        Done = "done",
        /// It does not take place.
        CalledOff = "called-off",
        /// The company was there in vain.
        NobodyThere = "nobody-there",
    }
}

named! {
    /// How a customer was told.
    pub enum Means {
        /// By telephone.
        Call = "call",
        /// By a text message.
        Text = "text",
        /// By an email.
        Mail = "mail",
    }
}

named! {
    /// What the customer answered on their page.
    pub enum Answer {
        /// The time suits the customer.
        Agreed = "agreed",
        /// The customer wants to be called.
        CallMe = "call-me",
    }
}

named! {
    /// Whether a customer may choose a line of an estimate.
    pub enum Pick {
        /// The line is part of the estimate.
        Always = "always",
        /// The customer may add it.
        Optional = "optional",
        /// The customer takes one of these lines.
        OneOf = "one-of",
    }
}

named! {
    /// What a customer decided about an estimate.
    pub enum Decision {
        /// The customer ordered.
        Accepted = "accepted",
        /// The customer does not want it.
        Declined = "declined",
        /// The customer asks first.
        Asked = "asked",
    }
}
