/* SPDX-License-Identifier: Apache-2.0 */
/* SARIF 2.1.0 (OASIS): one run, whose results are the findings. Sections are the standard's. */
#include "render.h"

#include "hash.h"
#include "json_text.h"
#include "utf8.h"

static void set_string(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, json_string(text));
}

static json_t *message_json(struct arena *arena, str text) {
    json_t *message = json_object();
    json_object_set_new(message, "text", json_text(arena, text));
    return message;
}

static str rule_id(struct arena *arena, enum code code) {
    return str_format(arena, "MP%04u", code_info(code).number);
}

/* ---- places ---- */

static bool stays(char c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    static const char others[] = "-._~/";
    return letter || str_find(STR(others), c) < sizeof others - 1;
}

/* 3.4: a URI reference. A relative path stays one; a drive letter or '/' in front makes a file URI.
 */
static str uri_of(struct arena *arena, str path) {
    struct buf out = buf_make(arena);
    bool drive = path.len > 1 && path.at[1] == ':';
    buf_text(&out, drive ? "file:///" : path.at[0] == '/' ? "file://" : "");
    for (size_t i = 0; i < path.len; i++) {
        if (stays(path.at[i]) || (drive && i == 1))
            buf_char(&out, path.at[i]);
        else
            buf_format(&out, "%%%02X", (unsigned)(unsigned char)path.at[i]);
    }
    return buf_view(&out);
}

/* 3.30: columns count what columnKind says, and the end is behind the last one. What is about the
 * file as a whole is shown at its start, since readers such as GitHub leave out what has no line.
 */
static json_t *region_json(const struct place *place) {
    size_t length = utf8_count(place->marked);
    json_t *region = json_object();
    json_object_set_new(region, "startLine", json_integer(place->line ? place->line : 1));
    if (place->line == 0)
        return region;
    json_object_set_new(region, "startColumn", json_integer(place->column));
    json_object_set_new(
        region, "endColumn",
        json_integer((json_int_t)place->column + (json_int_t)(length ? length : 1)));
    return region;
}

/* The command line is no file that anybody could open. */
static bool is_file(const struct place *place) {
    return place->path.len > 0 && !str_equal(place->path, STR("command line"));
}

static json_t *location_json(struct arena *arena, const struct place *place) {
    json_t *artifact = json_object(), *physical = json_object(), *location = json_object();
    json_object_set_new(artifact, "uri", json_text(arena, uri_of(arena, place->path)));
    json_object_set_new(physical, "artifactLocation", artifact);
    json_object_set_new(physical, "region", region_json(place));
    json_object_set_new(location, "physicalLocation", physical);
    return location;
}

/* ---- results ---- */

static json_t *related_json(struct arena *arena, const struct finding *finding) {
    json_t *list = json_array();
    for (const struct note *note = finding->notes; note; note = note->next) {
        json_t *location = is_file(&note->at) ? location_json(arena, &note->at) : json_object();
        json_object_set_new(location, "message", message_json(arena, note->text));
        json_array_append_new(list, location);
    }
    return list;
}

/* 3.27.17: the same when lines move: what is said, and the text that it is about. */
static json_t *fingerprints_json(struct arena *arena, const struct finding *finding) {
    json_t *prints = json_object();
    str what =
        str_format(arena, "MP%04u\n%.*s\n%.*s\n%.*s", code_info(finding->code).number,
                   STR_ARG(finding->at.path), STR_ARG(finding->at.text), STR_ARG(finding->text));
    struct hash hash = hash_of(what);
    json_object_set_new(prints, "codePlaceText/v1", json_text(arena, hash_text(arena, &hash)));
    return prints;
}

static json_t *result_json(struct arena *arena, const struct finding *finding, size_t rule) {
    json_t *result = json_object(), *locations = json_array();
    json_object_set_new(result, "ruleId", json_text(arena, rule_id(arena, finding->code)));
    json_object_set_new(result, "ruleIndex", json_integer((json_int_t)rule));
    set_string(result, "level", level_name(finding->level));
    json_object_set_new(result, "message", message_json(arena, finding->text));
    if (is_file(&finding->at))
        json_array_append_new(locations, location_json(arena, &finding->at));
    json_object_set_new(result, "locations", locations);
    if (finding->notes)
        json_object_set_new(result, "relatedLocations", related_json(arena, finding));
    json_object_set_new(result, "partialFingerprints", fingerprints_json(arena, finding));
    return result;
}

/* ---- rules: the codes that occur, by their numbers ---- */

static json_t *rule_json(struct arena *arena, enum code code) {
    struct code_info info = code_info(code);
    json_t *rule = json_object(), *configuration = json_object();
    json_object_set_new(rule, "id", json_text(arena, rule_id(arena, code)));
    set_string(rule, "name", info.id);
    json_object_set_new(rule, "shortDescription", message_json(arena, str_from(info.meaning)));
    set_string(configuration, "level", level_name(info.level));
    json_object_set_new(rule, "defaultConfiguration", configuration);
    return rule;
}

/* Where each code stands among the rules; codes.def is in the order of the numbers. */
static json_t *rules_json(const struct diags *diags, size_t *index) {
    bool occurs[MP_COUNT] = {false};
    json_t *rules = json_array();
    for (const struct finding *finding = diags->first; finding; finding = finding->next)
        occurs[finding->code] = true;
    for (int code = 0; code < MP_COUNT; code++) {
        index[code] = json_array_size(rules);
        if (occurs[code])
            json_array_append_new(rules, rule_json(diags->arena, (enum code)code));
    }
    return rules;
}

static json_t *tool_json(const char *version, json_t *rules) {
    json_t *driver = json_object(), *tool = json_object();
    set_string(driver, "name", "modavd-profile");
    set_string(driver, "version", version);
    json_object_set_new(driver, "rules", rules);
    json_object_set_new(tool, "driver", driver);
    return tool;
}

static json_t *run_json(const struct diags *diags, struct arena *arena, const char *version) {
    size_t index[MP_COUNT], count;
    json_t *run = json_object(), *results = json_array(), *invocation = json_object();
    json_object_set_new(run, "tool", tool_json(version, rules_json(diags, index)));
    json_object_set_new(invocation, "executionSuccessful", json_boolean(!diags->io_failed));
    json_object_set_new(run, "invocations", json_pack("[o]", invocation));
    set_string(run, "columnKind", "unicodeCodePoints");
    const struct finding **sorted = diags_sorted(diags, arena, &count);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(results, result_json(arena, sorted[i], index[sorted[i]->code]));
    json_object_set_new(run, "results", results);
    return run;
}

json_t *render_sarif(const struct diags *diags, struct arena *arena, const char *version) {
    json_t *log = json_object(), *runs = json_array();
    set_string(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    set_string(log, "version", "2.1.0");
    json_array_append_new(runs, run_json(diags, arena, version));
    json_object_set_new(log, "runs", runs);
    return log;
}
