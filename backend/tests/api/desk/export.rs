//! Leads as a CSV file.

use serde_json::json;

use super::{Browser, save, save_suspect, spawn};
use crate::{
    app::{Answer, OWNER},
    cli::commands::run,
};

#[actix_web::test]
async fn the_file_is_that_of_the_command_and_its_download_is_recorded() {
    let app = spawn().await;
    save(&app, json!({})).await;
    save_suspect(&app).await;
    app.mails(1).await;
    app.execute("UPDATE site_forms SET full_name = '=HYPERLINK(\"x\") Jürgen' WHERE NOT suspect")
        .await;
    let browser = Browser::of_owner(&app).await;
    let file = browser.get("/leads.csv").await.expect(200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(file.header("cache-control"), "no-store");
    let name = file.header("content-disposition");
    let day = name.strip_prefix("attachment; filename=\"leads-2");
    assert!(day.is_some_and(|day| day.ends_with(".csv\"")), "{name}");
    let command = run(&app, &["leads", "export"]).await;
    assert_eq!(file.text, command.out);
    assert!(file.text.contains("'=HYPERLINK"), "{}", file.text);
    let audit = "SELECT who, lead_id FROM desk_events WHERE kind = 'export' ORDER BY at";
    let logged = [OWNER, "command line"].map(|who| json!({ "who": who, "lead_id": null }));
    assert_eq!(app.query(audit).await, logged);
}

#[actix_web::test]
async fn the_file_has_all_leads_or_those_of_a_search() {
    let app = spawn().await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, created_at, status, suspect, next_at",
            "SELECT 'Lead ' || i, 'a@b.example', '1', CASE WHEN i % 2 = 0 THEN 'Oak' ELSE 'Elm' END, 's',
                 now() - i * interval '1 hour', CASE WHEN i % 4 = 1 THEN 'won' ELSE 'new' END, i % 4 = 3,
                 CASE WHEN i % 4 <> 1 THEN now() END
             FROM generate_series(0, 2399) AS i",
        )
        .await;
    let browser = Browser::of_owner(&app).await;
    for (query, count) in [("", 2_400), ("?search=oak", 1_200), ("?search=nobody", 0)] {
        let file = browser.get(&format!("/leads.csv{query}")).await;
        let mut names: Vec<&str> = file
            .text
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(1).unwrap())
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{query}");
    }
}

#[actix_web::test]
async fn nobody_who_is_signed_out_and_no_invalid_search_gets_a_file() {
    let app = spawn().await;
    Answer::to(app.get("/api/desk/leads.csv"))
        .await
        .api_error(401);
    let browser = Browser::of_owner(&app).await;
    browser.get("/leads.csv?search=%00").await.api_error(400);
    assert!(
        app.query("SELECT FROM desk_events WHERE kind = 'export'")
            .await
            .is_empty()
    );
}
