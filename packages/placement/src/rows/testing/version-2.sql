-- A ledger as the program wrote it whose tables had schema version 2.
pragma application_id = 1114797160;

CREATE TABLE berth_schema (name text primary key, value integer not null) strict;
insert into "berth_schema" values
  ('schema_version', 2),
  ('forgotten_through', 0),
  ('layout_version', 1);

CREATE TABLE changes (number integer primary key, at integer not null, change text not null) strict;
insert into "changes" values
  (1, 1700000001000, '{"kind":"class-added","resourceClass":{"name":"VCPU","order":0,"createdAt":null,"updatedAt":null}}'),
  (2, 1700000001000, '{"kind":"class-added","resourceClass":{"name":"MEMORY_MB","order":1,"createdAt":null,"updatedAt":null}}'),
  (3, 1700000001000, '{"kind":"class-added","resourceClass":{"name":"DISK_GB","order":2,"createdAt":null,"updatedAt":null}}'),
  (4, 1700000001000, '{"kind":"trait-added","trait":{"name":"HW_NUMA_ROOT","createdAt":1700000001000}}'),
  (5, 1700000001000, '{"kind":"trait-added","trait":{"name":"MISC_SHARES_VIA_AGGREGATE","createdAt":1700000001000}}'),
  (6, 1700000002000, '{"kind":"class-added","resourceClass":{"name":"CUSTOM_OLD","order":10000,"createdAt":1700000002000,"updatedAt":null}}'),
  (7, 1700000003000, '{"kind":"class-added","resourceClass":{"name":"CUSTOM_SHORT","order":10001,"createdAt":1700000003000,"updatedAt":null}}'),
  (8, 1700000004000, '{"kind":"trait-added","trait":{"name":"CUSTOM_GOLD","createdAt":1700000004000}}'),
  (9, 1700000005000, '{"kind":"trait-added","trait":{"name":"CUSTOM_SHORT","createdAt":1700000005000}}'),
  (10, 1700000006000, '{"kind":"provider-set","provider":{"id":"c1000000-0000-4000-8000-000000000000","name":"cn1","parentId":null,"generation":0,"createdAt":1700000006000,"updatedAt":null}}'),
  (11, 1700000007000, '{"kind":"inventories-set","id":"c1000000-0000-4000-8000-000000000000","inventories":[{"resourceClass":"DISK_GB","total":100,"reserved":0,"minUnit":1,"maxUnit":100,"stepSize":1,"allocationRatio":1,"createdAt":1700000007000,"updatedAt":null}]}'),
  (12, 1700000007000, '{"kind":"provider-touched","id":"c1000000-0000-4000-8000-000000000000","generation":1,"at":1700000007000}'),
  (13, 1700000008000, '{"kind":"aggregates-set","id":"c1000000-0000-4000-8000-000000000000","aggregates":["99000000-0000-4000-8000-000000000000"]}'),
  (14, 1700000009000, '{"kind":"provider-set","provider":{"id":"a0000000-0000-4000-8000-000000000000","name":"cn1 “numa0”","parentId":"c1000000-0000-4000-8000-000000000000","generation":0,"createdAt":1700000009000,"updatedAt":null}}'),
  (15, 1700000010000, '{"kind":"inventories-set","id":"a0000000-0000-4000-8000-000000000000","inventories":[{"resourceClass":"VCPU","total":16,"reserved":0,"minUnit":1,"maxUnit":16,"stepSize":1,"allocationRatio":4.5,"createdAt":1700000010000,"updatedAt":null},{"resourceClass":"MEMORY_MB","total":4096,"reserved":0,"minUnit":1,"maxUnit":4096,"stepSize":1,"allocationRatio":1,"createdAt":1700000010000,"updatedAt":null}]}'),
  (16, 1700000010000, '{"kind":"provider-touched","id":"a0000000-0000-4000-8000-000000000000","generation":1,"at":1700000010000}'),
  (17, 1700000011000, '{"kind":"traits-set","id":"a0000000-0000-4000-8000-000000000000","traits":["HW_NUMA_ROOT","CUSTOM_GOLD"]}'),
  (18, 1700000011000, '{"kind":"provider-touched","id":"a0000000-0000-4000-8000-000000000000","generation":2,"at":1700000011000}'),
  (19, 1700000012000, '{"kind":"provider-set","provider":{"id":"c2000000-0000-4000-8000-000000000000","name":"cn2''s","parentId":null,"generation":0,"createdAt":1700000012000,"updatedAt":null}}'),
  (20, 1700000013000, '{"kind":"inventories-set","id":"c2000000-0000-4000-8000-000000000000","inventories":[{"resourceClass":"VCPU","total":8,"reserved":0,"minUnit":1,"maxUnit":8,"stepSize":1,"allocationRatio":16,"createdAt":1700000013000,"updatedAt":null},{"resourceClass":"CUSTOM_OLD","total":4,"reserved":0,"minUnit":1,"maxUnit":4,"stepSize":1,"allocationRatio":1,"createdAt":1700000013000,"updatedAt":null}]}'),
  (21, 1700000013000, '{"kind":"provider-touched","id":"c2000000-0000-4000-8000-000000000000","generation":1,"at":1700000013000}'),
  (22, 1700000014000, '{"kind":"provider-set","provider":{"id":"c3000000-0000-4000-8000-000000000000","name":"gone","parentId":null,"generation":0,"createdAt":1700000014000,"updatedAt":null}}'),
  (23, 1700000015000, '{"kind":"provider-set","provider":{"id":"c3000000-0000-4000-8000-000000000000","name":"gone soon","parentId":null,"generation":0,"createdAt":1700000014000,"updatedAt":1700000015000}}'),
  (24, 1700000016000, '{"kind":"provider-removed","id":"c3000000-0000-4000-8000-000000000000"}'),
  (25, 1700000017000, '{"kind":"consumer-set","consumer":{"id":"f1000000-0000-4000-8000-000000000000","generation":1,"projectId":"project","userId":"user","type":"INSTANCE","createdAt":1700000017000,"allocatedAt":1700000017000,"allocations":[{"providerId":"c1000000-0000-4000-8000-000000000000","resourceClass":"DISK_GB","amount":10},{"providerId":"a0000000-0000-4000-8000-000000000000","resourceClass":"VCPU","amount":2},{"providerId":"a0000000-0000-4000-8000-000000000000","resourceClass":"MEMORY_MB","amount":512}]}}'),
  (26, 1700000017000, '{"kind":"provider-touched","id":"c1000000-0000-4000-8000-000000000000","generation":2,"at":1700000017000}'),
  (27, 1700000017000, '{"kind":"provider-touched","id":"a0000000-0000-4000-8000-000000000000","generation":3,"at":1700000017000}'),
  (28, 1700000018000, '{"kind":"consumer-set","consumer":{"id":"e2000000-0000-4000-8000-000000000000","generation":1,"projectId":"project","userId":"user","type":null,"createdAt":1700000018000,"allocatedAt":1700000018000,"allocations":[{"providerId":"c2000000-0000-4000-8000-000000000000","resourceClass":"CUSTOM_OLD","amount":1},{"providerId":"c2000000-0000-4000-8000-000000000000","resourceClass":"VCPU","amount":4}]}}'),
  (29, 1700000018000, '{"kind":"provider-touched","id":"c2000000-0000-4000-8000-000000000000","generation":2,"at":1700000018000}'),
  (30, 1700000019000, '{"kind":"consumer-set","consumer":{"id":"d3000000-0000-4000-8000-000000000000","generation":1,"projectId":"project","userId":"user","type":"INSTANCE","createdAt":1700000019000,"allocatedAt":1700000019000,"allocations":[{"providerId":"c2000000-0000-4000-8000-000000000000","resourceClass":"VCPU","amount":1}]}}'),
  (31, 1700000019000, '{"kind":"consumer-set","consumer":{"id":"b4000000-0000-4000-8000-000000000000","generation":1,"projectId":"project","userId":"user","type":"MIGRATION","createdAt":1700000019000,"allocatedAt":1700000019000,"allocations":[{"providerId":"a0000000-0000-4000-8000-000000000000","resourceClass":"VCPU","amount":1}]}}'),
  (32, 1700000019000, '{"kind":"provider-touched","id":"c2000000-0000-4000-8000-000000000000","generation":3,"at":1700000019000}'),
  (33, 1700000019000, '{"kind":"provider-touched","id":"a0000000-0000-4000-8000-000000000000","generation":4,"at":1700000019000}'),
  (34, 1700000020000, '{"kind":"consumer-set","consumer":{"id":"f1000000-0000-4000-8000-000000000000","generation":2,"projectId":"project","userId":"user","type":"INSTANCE","createdAt":1700000017000,"allocatedAt":1700000020000,"allocations":[{"providerId":"c2000000-0000-4000-8000-000000000000","resourceClass":"VCPU","amount":2}]}}'),
  (35, 1700000020000, '{"kind":"provider-touched","id":"c2000000-0000-4000-8000-000000000000","generation":4,"at":1700000020000}'),
  (36, 1700000021000, '{"kind":"consumer-removed","id":"d3000000-0000-4000-8000-000000000000","createdAt":1700000019000}'),
  (37, 1700000022000, '{"kind":"class-renamed","from":"CUSTOM_OLD","to":"CUSTOM_NEW","at":1700000022000}'),
  (38, 1700000023000, '{"kind":"class-removed","name":"CUSTOM_SHORT"}'),
  (39, 1700000024000, '{"kind":"trait-removed","name":"CUSTOM_SHORT"}'),
  (40, 1700000025000, '{"kind":"consumer-set","consumer":{"id":"d3000000-0000-4000-8000-000000000000","generation":1,"projectId":"project","userId":"user","type":"INSTANCE","createdAt":1700000025000,"allocatedAt":1700000025000,"allocations":[{"providerId":"a0000000-0000-4000-8000-000000000000","resourceClass":"MEMORY_MB","amount":1024}]}}'),
  (41, 1700000025000, '{"kind":"provider-touched","id":"a0000000-0000-4000-8000-000000000000","generation":5,"at":1700000025000}');

CREATE TABLE "resource_classes" (
  "name" text not null,
  "position" integer not null,
  "created_at" integer,
  "updated_at" integer,
  primary key ("name")
) strict, without rowid;
insert into "resource_classes" values
  ('CUSTOM_NEW', 10000, 1700000002000, 1700000022000),
  ('DISK_GB', 2, null, null),
  ('MEMORY_MB', 1, null, null),
  ('VCPU', 0, null, null);

CREATE TABLE "traits" (
  "name" text not null,
  "created_at" integer not null,
  primary key ("name")
) strict, without rowid;
insert into "traits" values
  ('CUSTOM_GOLD', 1700000004000),
  ('HW_NUMA_ROOT', 1700000001000),
  ('MISC_SHARES_VIA_AGGREGATE', 1700000001000);

CREATE TABLE "providers" (
  "id" text not null,
  "name" text not null,
  "parent_id" text,
  "generation" integer not null,
  "created_at" integer not null,
  "updated_at" integer,
  primary key ("id")
) strict, without rowid;
insert into "providers" values
  ('a0000000-0000-4000-8000-000000000000', 'cn1 “numa0”', 'c1000000-0000-4000-8000-000000000000', 5, 1700000009000, 1700000025000),
  ('c1000000-0000-4000-8000-000000000000', 'cn1', null, 2, 1700000006000, 1700000017000),
  ('c2000000-0000-4000-8000-000000000000', 'cn2''s', null, 4, 1700000012000, 1700000020000);

CREATE TABLE "inventories" (
  "provider_id" text not null,
  "resource_class" text not null,
  "total" integer not null,
  "reserved" integer not null,
  "min_unit" integer not null,
  "max_unit" integer not null,
  "step_size" integer not null,
  "allocation_ratio" real not null,
  "created_at" integer not null,
  "updated_at" integer,
  primary key ("provider_id", "resource_class")
) strict, without rowid;
insert into "inventories" values
  ('a0000000-0000-4000-8000-000000000000', 'MEMORY_MB', 4096, 0, 1, 4096, 1, 1, 1700000010000, null),
  ('a0000000-0000-4000-8000-000000000000', 'VCPU', 16, 0, 1, 16, 1, 4.5, 1700000010000, null),
  ('c1000000-0000-4000-8000-000000000000', 'DISK_GB', 100, 0, 1, 100, 1, 1, 1700000007000, null),
  ('c2000000-0000-4000-8000-000000000000', 'CUSTOM_NEW', 4, 0, 1, 4, 1, 1, 1700000013000, null),
  ('c2000000-0000-4000-8000-000000000000', 'VCPU', 8, 0, 1, 8, 1, 16, 1700000013000, null);

CREATE TABLE "provider_traits" (
  "provider_id" text not null,
  "trait" text not null,
  primary key ("provider_id", "trait")
) strict, without rowid;
insert into "provider_traits" values
  ('a0000000-0000-4000-8000-000000000000', 'CUSTOM_GOLD'),
  ('a0000000-0000-4000-8000-000000000000', 'HW_NUMA_ROOT');

CREATE TABLE "provider_aggregates" (
  "provider_id" text not null,
  "aggregate_id" text not null,
  primary key ("provider_id", "aggregate_id")
) strict, without rowid;
insert into "provider_aggregates" values
  ('c1000000-0000-4000-8000-000000000000', '99000000-0000-4000-8000-000000000000');

CREATE TABLE "consumers" (
  "created_at" integer not null,
  "id" text not null,
  "generation" integer not null,
  "project_id" text not null,
  "user_id" text not null,
  "type" text,
  "allocated_at" integer not null,
  primary key ("created_at", "id")
) strict, without rowid;
insert into "consumers" values
  (1700000017000, 'f1000000-0000-4000-8000-000000000000', 2, 'project', 'user', 'INSTANCE', 1700000020000),
  (1700000018000, 'e2000000-0000-4000-8000-000000000000', 1, 'project', 'user', null, 1700000018000),
  (1700000019000, 'b4000000-0000-4000-8000-000000000000', 1, 'project', 'user', 'MIGRATION', 1700000019000),
  (1700000025000, 'd3000000-0000-4000-8000-000000000000', 1, 'project', 'user', 'INSTANCE', 1700000025000);

CREATE TABLE "allocations" (
  "consumer_created_at" integer not null,
  "consumer_id" text not null,
  "provider_id" text not null,
  "resource_class" text not null,
  "amount" integer not null,
  primary key ("consumer_created_at", "consumer_id", "provider_id", "resource_class")
) strict, without rowid;
insert into "allocations" values
  (1700000017000, 'f1000000-0000-4000-8000-000000000000', 'c2000000-0000-4000-8000-000000000000', 'VCPU', 2),
  (1700000018000, 'e2000000-0000-4000-8000-000000000000', 'c2000000-0000-4000-8000-000000000000', 'CUSTOM_NEW', 1),
  (1700000018000, 'e2000000-0000-4000-8000-000000000000', 'c2000000-0000-4000-8000-000000000000', 'VCPU', 4),
  (1700000019000, 'b4000000-0000-4000-8000-000000000000', 'a0000000-0000-4000-8000-000000000000', 'VCPU', 1),
  (1700000025000, 'd3000000-0000-4000-8000-000000000000', 'a0000000-0000-4000-8000-000000000000', 'MEMORY_MB', 1024);
