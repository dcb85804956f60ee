//! The tables for diesel, with the columns that its queries use. `schema.sql` documents each column.

diesel::table! {
    site_forms (id) {
        id -> Uuid,
        created_at -> Timestamptz,
        full_name -> Text,
        email -> Text,
        phone -> Text,
        message -> Text,
        site_name -> Text,
        visitor_id -> Nullable<Text>,
        session_id -> Nullable<Text>,
        ip_hash -> Nullable<Text>,
        ua -> Nullable<Text>,
        referrer -> Nullable<Text>,
        city -> Nullable<Text>,
        state -> Nullable<Text>,
        country -> Nullable<Text>,
        spam_signs -> Array<Text>,
        suspect -> Bool,
        status -> Text,
        events -> Integer,
        changed_at -> Nullable<Timestamptz>,
        service -> Text,
        urgency -> Text,
        address -> Text,
        details -> Text,
        emergency -> Bool,
        source -> Text,
        photos_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    phone_clicks (id) {
        id -> Uuid,
        created_at -> Timestamptz,
        visitor_id -> Nullable<Text>,
        session_id -> Nullable<Text>,
        ip_hash -> Nullable<Text>,
        ua -> Nullable<Text>,
        referrer -> Nullable<Text>,
        city -> Nullable<Text>,
        state -> Nullable<Text>,
        country -> Nullable<Text>,
    }
}

diesel::table! {
    rate_limits (key) {
        key -> Binary,
        count -> Integer,
    }
}

diesel::table! {
    outbox (id) {
        id -> Uuid,
        created_at -> Timestamptz,
        kind -> Text,
        state -> Text,
        due_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        attempts -> Integer,
        finished_at -> Nullable<Timestamptz>,
        failure_class -> Nullable<Text>,
        failure -> Nullable<Text>,
        digest_id -> Nullable<Uuid>,
        subject -> Nullable<Text>,
        text -> Nullable<Text>,
        lead_id -> Nullable<Uuid>,
        attempted_at -> Nullable<Timestamptz>,
        http_status -> Nullable<SmallInt>,
        session_id -> Nullable<Uuid>,
        may_reply -> Bool,
        emergency -> Bool,
        follow_up -> Bool,
        receiver -> Nullable<Binary>,
    }
}

diesel::table! {
    desk_links (token_hash) {
        token_hash -> Binary,
        address -> Text,
        created_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
        request_hash -> Nullable<Binary>,
        code_hash -> Nullable<Binary>,
        tries -> SmallInt,
    }
}

diesel::table! {
    desk_sessions (id) {
        id -> Uuid,
        token_hash -> Binary,
        address -> Text,
        created_at -> Timestamptz,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    desk_push_subscriptions (session_id) {
        session_id -> Uuid,
        endpoint -> Text,
        key -> Binary,
        auth -> Binary,
    }
}

diesel::table! {
    desk_push_key (id) {
        id -> Bool,
        pkcs8 -> Binary,
    }
}

diesel::table! {
    secret_fingerprint (id) {
        id -> Bool,
        fingerprint -> Binary,
    }
}

diesel::table! {
    desk_calendars (address) {
        address -> Text,
        token_hash -> Binary,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    desk_events (id) {
        id -> Uuid,
        at -> Timestamptz,
        who -> Text,
        lead_id -> Nullable<Uuid>,
        kind -> Text,
    }
}

diesel::table! {
    lead_photos (id) {
        id -> Uuid,
        lead_id -> Uuid,
        created_at -> Timestamptz,
        source -> Text,
        width -> Integer,
        height -> Integer,
        photo -> Binary,
        thumbnail -> Binary,
        mail_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    __diesel_schema_migrations (version) {
        version -> Text,
    }
}

diesel::allow_tables_to_appear_in_same_query!(desk_push_subscriptions, desk_sessions);
diesel::allow_tables_to_appear_in_same_query!(lead_photos, outbox, site_forms);
