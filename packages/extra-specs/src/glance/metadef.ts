/** A metadata definition as Glance takes it: one namespace per file. Members are named as in the file. */
export interface MetadefNamespace {
  /** At most 80 characters. */
  readonly namespace: string;
  /** At most 80 characters. Glance names a file for it when it exports. */
  readonly display_name: string;
  /** At most 500 characters. */
  readonly description: string;
  readonly visibility: 'public' | 'private';
  readonly protected: boolean;
  /** Each applies to all properties. A resource type occurs once. */
  readonly resource_type_associations: readonly ResourceTypeAssociation[];
  /** By name, without the prefix; at most 80 characters. */
  readonly properties: Readonly<Record<string, MetadefProperty>>;
}

export interface ResourceTypeAssociation {
  readonly name: ResourceType;
  /** What stands before each property's name. */
  readonly prefix?: string;
  /** For a volume: whether its image is meant. */
  readonly properties_target?: 'image';
}

export type ResourceType = 'OS::Nova::Flavor' | 'OS::Glance::Image' | 'OS::Cinder::Volume';

export interface MetadefProperty {
  readonly title: string;
  readonly description: string;
  /** Comparisons that may stand before a value. */
  readonly operators?: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  /** Not matched in full unless it says so. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface MetadefFile {
  /** `compute-flavor-hw.json` */
  readonly fileName: string;
  readonly namespace: MetadefNamespace;
}
